import PersonalizeCore
import PersonalizeStorage

extension Runtime {
    /// Carries out work on files; gives the answer of work that has one. What
    /// has none is done after the commit.
    func answer(_ work: FileWork) -> Command? {
        switch work {
        case .write(let token, let name, let bytes):
            let failure = files.write(bytes, to: name)
            return .filesAnswered(
                token: token,
                FileAnswer(
                    directory: files.path, missing: failure == nil ? [] : [name],
                    failure: failure))
        case .look(let token, let names):
            return .filesAnswered(
                token: token,
                FileAnswer(directory: files.path, missing: files.missing(names)))
        case .remove, .keep: return nil
        }
    }

    /// Carries out the work that has no answer.
    func finish(_ work: FileWork) {
        switch work {
        case .remove(let names): files.remove(names)
        case .keep(let names): files.keep(names)
        case .write, .look: break
        }
    }
}

extension Configuration {
    /// Where files go: where the configuration says, otherwise beside the
    /// storage, otherwise to a directory that ends with the engine.
    func filesPlace(storage: String) -> FileDirectory.Place {
        if let path = filesPath { return .path(WorkerPath.resolve(path)) }
        return storage == ":memory:" ? .temporary : .path("\(storage).files")
    }
}
