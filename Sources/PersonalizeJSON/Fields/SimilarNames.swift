/// Finds what somebody meant to write.
public enum SimilarNames {
    /// Names are short; a hostile one must not cost more than this squared.
    private static let longest = 64

    /// The candidate nearest to a name, the first of equally near ones; nil
    /// when none is near enough to be meant: a third of its length, and one
    /// edit at the least.
    public static func nearest(to name: String, among candidates: [String]) -> String? {
        let written = Array(name.utf8.prefix(longest + 1)).map(lowercase)
        guard written.count <= longest else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in candidates where candidate.utf8.count <= longest {
            let distance = edits(written, candidate.utf8.map(lowercase))
            guard distance <= max(1, candidate.utf8.count / 3) else { continue }
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// How many bytes to insert, remove, replace or swap with their
    /// neighbour to make one name of the other.
    private static func edits(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row &+ 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var cost = min(
                    last[column] &+ (isSame ? 0 : 1), last[column &+ 1] &+ 1, current[column] &+ 1)
                if row > 0, column > 0, left[row] == right[column &- 1],
                    left[row &- 1] == right[column]
                {
                    cost = min(cost, beforeLast[column &- 1] &+ 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
