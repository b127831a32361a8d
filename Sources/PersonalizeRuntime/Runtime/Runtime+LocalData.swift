import Glibc
public import PersonalizeCore
import PersonalizeStorage

extension Runtime {
    /// Removes what an installation has stored about its customers, while no
    /// engine has it open. What is not there is cleared already.
    ///
    /// Errors: `configuration`, `json`, `limit`, `storage`, `storageBusy`.
    public static func clearLocalData(
        configuration text: String, factories: [any AdapterFactory]
    ) throws(PersonalizeError) {
        let reader = ConfigurationReader(factories: factories, libraryVersion: version)
        let configuration = try reader.read(text)
        let path = WorkerPath.resolve(configuration.storage)
        guard path != ":memory:", access(path, F_OK) == 0 else { return }
        let store = try Store.open(path: path, durability: configuration.durability)
        defer { store.close() }
        FileDirectory(configuration.filesPlace(storage: path)).keep([])
        do throws(PersonalizeError) {
            try store.commit(LocalData.removal(of: store.headers()))
        } catch {
            guard error.reason == corruptStorage else { throw error }
            try store.startAfresh()
        }
    }
}
