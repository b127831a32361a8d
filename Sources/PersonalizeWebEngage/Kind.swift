/// The word by which configurations name this kind of vendor.
public let kindWebEngage = "webengage"
