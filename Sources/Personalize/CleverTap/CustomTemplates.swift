import Dispatch

/// Where templates are registered, before the instances are created that are to
/// have them.
///
/// There is one list for the process, and nothing is ever taken off it. Each
/// instance asks all producers once, at its creation, so a producer that comes
/// later is for instances that come later.
public enum CustomTemplates {
    private static let registered = Registered()

    /// Puts a producer on the list. The number of instances that were created
    /// before, and know nothing of it.
    @discardableResult
    public static func registerTemplateProducer(_ producer: any TemplateProducer) -> Int {
        registered.append(producer)
    }

    /// What all producers define for an instance, producer by producer.
    static func templates(
        for config: CleverTapInstanceConfig
    ) throws(PersonalizeError) -> [CustomTemplate] {
        var templates: [CustomTemplate] = []
        for producer in registered.producers { templates += try made(by: producer, for: config) }
        return templates
    }

    static func created(_ instance: CleverTap) { registered.created(instance) }

    private static func made(
        by producer: any TemplateProducer, for config: CleverTapInstanceConfig
    ) throws(PersonalizeError) -> [CustomTemplate] {
        do { return try producer.orderedTemplates(config) } catch let error as PersonalizeError {
            throw error
        } catch {
            throw PersonalizeError(
                .argument, "producer_failed", "A template producer failed: \(error).",
                hint: "Mend what it throws; the instance cannot be created without it.",
                vendor: config.id)
        }
    }

    /// The list, and the instances there are.
    private final class Registered: @unchecked Sendable {
        private let guardian = DispatchQueue(label: "personalize.templates")
        private var all: [any TemplateProducer] = []
        private var instances: [WeakInstance] = []

        private struct WeakInstance {
            weak var instance: CleverTap?
        }

        var producers: [any TemplateProducer] { guardian.sync { all } }

        func append(_ producer: any TemplateProducer) -> Int {
            guardian.sync {
                all.append(producer)
                instances.removeAll { $0.instance == nil }
                return instances.count
            }
        }

        func created(_ instance: CleverTap) {
            guardian.sync { instances.append(WeakInstance(instance: instance)) }
        }
    }
}
