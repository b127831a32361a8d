import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct TemplateOrderTests {
    private func order(_ names: [String]) -> [String] {
        TemplateDefinition(
            "t", kind: .template, arguments: names.map { TemplateArgument($0, .file) }
        ).arguments.map(\.name)
    }

    @Test func plainNamesStayWhereTheyWereAdded() {
        #expect(order(["c", "a", "b"]) == ["c", "a", "b"])
    }

    @Test func groupsStandWhereTheirFirstWasAdded() {
        #expect(
            order(["b", "c.b", "a", "c.a", "d.x", "c.c"])
                == ["b", "c.a", "c.b", "c.c", "a", "d.x"])
    }

    /// The case in which the vendor's SDKs differ, by the one that is followed.
    @Test func groupsAreSortedWithoutRegardToCase() {
        #expect(
            order(["m.boolYes3", "m.boolNo2", "m.booleanYes1", "m.booleanNo0"])
                == ["m.booleanNo0", "m.booleanYes1", "m.boolNo2", "m.boolYes3"])
    }

    @Test func equalNamesButForCaseGoByTheirBytes() {
        #expect(order(["m.b", "m.a", "m.A", "m.B"]) == ["m.A", "m.a", "m.B", "m.b"])
    }

    @Test func onlyTheFirstPartMakesAGroup() {
        #expect(
            order(["a.z.q", "a.b", "a.z.a", "b.a", "a.c.a"])
                == ["a.b", "a.c.a", "a.z.a", "a.z.q", "b.a"])
    }

    @Test func orderingTwiceChangesNothing() {
        let once = order(["b", "c.b", "a", "c.A", "c.a"])
        #expect(order(once) == once)
    }

    @Test func findsArgumentsByName() {
        let definition = TemplateDefinition(
            "t", kind: .template,
            arguments: [TemplateArgument("m.b", .file), TemplateArgument("m.a", .action)])
        #expect(definition["m.b"]?.type == .file)
        #expect(definition["m.a"]?.type == .action)
        #expect(definition["M.a"] == nil)
    }
}
