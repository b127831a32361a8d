/// Turns the tree of a pattern into steps.
struct PatternCompiler {
    /// What a search costs for each character, at the worst.
    private static let mostInstructions = 2_000

    private static let mostVisits = 20_000

    private(set) var program: [Instruction] = []
    private var visits = 0

    /// Ends the program.
    mutating func finish() { program.append(.match) }

    mutating func compile(_ node: PatternNode) throws(PatternError) {
        // Repetitions of nothing add no instruction and still cost time.
        visits += 1
        guard visits <= Self.mostVisits else { throw tooLarge }
        switch node {
        case .empty: break
        case .step(let instruction): try append(instruction)
        case .sequence(let parts): for part in parts { try compile(part) }
        case .choice(let branches): try compile(branches[...])
        case .repetition(let node, let least, let most):
            for _ in 0..<least { try compile(node) }
            guard let most else { return try loop(node) }
            var exits: [Int] = []
            for _ in least..<max(most, least) {
                exits.append(program.count)
                try append(.split(program.count + 1, 0))
                try compile(node)
            }
            for exit in exits { program[exit] = .split(exit + 1, program.count) }
        }
    }

    private mutating func compile(_ branches: ArraySlice<PatternNode>) throws(PatternError) {
        var jumps: [Int] = []
        for (index, branch) in branches.enumerated() {
            guard index < branches.count - 1 else {
                try compile(branch)
                break
            }
            let split = program.count
            try append(.split(split + 1, 0))
            try compile(branch)
            jumps.append(program.count)
            try append(.jump(0))
            program[split] = .split(split + 1, program.count)
        }
        for jump in jumps { program[jump] = .jump(program.count) }
    }

    private mutating func loop(_ node: PatternNode) throws(PatternError) {
        let split = program.count
        try append(.split(split + 1, 0))
        try compile(node)
        try append(.jump(split))
        program[split] = .split(split + 1, program.count)
    }

    private mutating func append(_ instruction: Instruction) throws(PatternError) {
        guard program.count < Self.mostInstructions else { throw tooLarge }
        program.append(instruction)
    }

    private var tooLarge: PatternError {
        PatternError("The pattern is too large when its repetitions are written out.")
    }
}
