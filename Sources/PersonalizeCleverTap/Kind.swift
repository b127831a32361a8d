/// The word by which configurations name this kind of vendor.
public let kindCleverTap = "clevertap"
