extension Store {
    /// Something about the stored data that the host should hear of, and that
    /// did not stop the store.
    public struct Incident: Sendable, Equatable {
        /// A stable identifier:
        /// - `storage_corrupt`: the file was damaged.
        /// - `storage_foreign`: the file was not a storage of this library.
        /// - `storage_newer`: a newer version of this library wrote the file.
        /// - `record_unreadable`: records were left out because their text is
        ///   not valid.
        public var reason: String
        /// One sentence for a person.
        public var message: String
        /// Where the old file is now, nil if it was not moved.
        public var setAside: String?

        public init(reason: String, message: String, setAside: String? = nil) {
            self.reason = reason
            self.message = message
            self.setAside = setAside
        }
    }
}
