import Personalize

// scenario-host FILE: runs the resolved scenario in FILE and prints one line of
// JSON per step.

guard CommandLine.arguments.count == 2 else { refuse("usage", "scenario-host FILE") }
let text = readFile(CommandLine.arguments[1])
guard let scenario = try? JSONValue.parse(text) else { refuse("not JSON", text) }
let host = Host(isScripted: scenario["scripted"]?.bool ?? false)
for step in scenario["steps"]?.array ?? [] { host.run(Step(step)) }
for name in host.open.sorted() { host.engines[name]?.close() }
