/// First in, first out, each in constant time on average.
struct Queue<Element> {
    private var elements: [Element?] = []
    private var first = 0

    var isEmpty: Bool { first == elements.count }
    var count: Int { elements.count - first }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard first < elements.count else { return nil }
        let element = elements[first]
        elements[first] = nil
        first += 1
        if first == elements.count {
            elements.removeAll(keepingCapacity: elements.count <= 64)
            first = 0
        } else if first >= 1024, first * 2 > elements.count {
            elements.removeSubrange(..<first)
            first = 0
        }
        return element
    }

    /// Takes out the first element that fits, whatever waits before it.
    mutating func removeFirst(where fits: (Element) -> Bool) -> Element? {
        let position = elements[first...].firstIndex { $0.map(fits) ?? false }
        return position.flatMap { elements.remove(at: $0) }
    }

    mutating func removeAll() {
        elements = []
        first = 0
    }
}
