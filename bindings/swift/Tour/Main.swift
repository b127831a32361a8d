import Foundation
import Personalize

/// A tour of all vendors at once: the Swift host of the tour in `make demo`.
///
///     tour CONFIGURATION TEMPLATES
///
/// Both are JSON files. The host draws nothing. It does what a shop's interface
/// would do, and prints what the engine tells it as lines of JSON, so that the
/// same job done by the C, the Python and the Swift host can be compared line by
/// line. The configuration's `extra` says what is printed.
@main
struct Main {
    static func main() throws {
        guard CommandLine.arguments.count == 3 else {
            print("usage: tour CONFIGURATION TEMPLATES")
            exit(2)
        }
        let files = try CommandLine.arguments.dropFirst().map {
            try String(contentsOfFile: $0, encoding: .utf8)
        }
        let tour = try Tour(configuration: files[0])
        try tour.engine.defineTemplates(json: files[1], presenters: [.template, .function])

        tour.step("The shop opens")
        try tour.engine.start()
        try tour.settle()

        tour.step("Ada logs in")
        try tour.engine.identify(
            ["registered": "ada@example.test"], properties: ["first_name": "Ada"])
        try tour.settle()

        // A placement is closed when nobody holds it any more.
        let open = try places(tour)
        try overlays(tour)
        try inbox(tour)
        try end(tour)
        withExtendedLifetime(open) {}
    }

    /// Placements of one vendor, and of several.
    static func places(_ tour: Tour) throws -> [PlacementHandle] {
        tour.step("A home screen with a banner of one vendor")
        try tour.screen("home")
        let banner = try tour.open(.init(placement: "home_banner", vendor: "inline"))

        tour.step("A place that two vendors may fill")
        let top = try tour.open(.init(placement: "home_top"))
        try tour.why("home_top")

        tour.step("A place of the house")
        let corner = try tour.open(.init(placement: "help_corner", vendor: "house"))
        try tour.why("help_corner", vendor: "house")

        tour.step("Ada follows the banner to a product, and puts something cheap into the cart")
        tour.act("uses", "home_banner")
        try banner.select(.init(.image))
        try tour.settle()
        try tour.screen("product")
        let coupon = try tour.open(
            .init(placement: "product_coupon", kind: .data, vendor: "inline"))
        try tour.track("Added To Cart", ["price": 50])
        try tour.why("product_coupon", vendor: "inline")

        tour.step("And something dear")
        try tour.track("Added To Cart", ["price": 150])

        tour.step("The vendor of the next place is down")
        try tour.screen("cart")
        let delivery = try tour.open(.init(placement: "delivery_note"))
        try tour.why("delivery_note")
        return [banner, top, corner, coupon, delivery]
    }

    /// Overlays: one that is used, one that stays, and others that wait.
    static func overlays(_ tour: Tour) throws {
        tour.step("An event brings a card")
        try tour.track("Product Viewed", ["price": 150])
        if let card = try tour.engine.presentation(of: "Promo card") {
            tour.answer("arguments", card.arguments.all)
            tour.act("uses", "onAccept")
            try card.triggerAction("onAccept")
            try tour.settle()
            tour.act("takes away", "Promo card")
            try card.dismissed()
            try tour.settle()
        }

        tour.step("The same event brings nothing now")
        try tour.track("Product Viewed", ["price": 150])
        let again = OverlayQuestion(
            vendor: "cards", event: "Product Viewed", properties: ["price": 150])
        tour.answer("overlays", try tour.engine.explain(again))

        tour.step("A survey comes, and what comes after it waits")
        try tour.track("Checkout Started")
        try tour.track("Receipt Printed")
        tour.answer("display", try tour.engine.displayState())
    }

    /// The inboxes of two vendors.
    static func inbox(_ tour: Tour) throws {
        tour.step("Ada looks into her inbox")
        tour.act("fetches the inbox of", "shop")
        try tour.engine.fetchInbox(vendor: "shop")
        try tour.settle()
        tour.act("reads", "welcome")
        try tour.engine.clickInboxItem("welcome", vendor: "house")
        try tour.settle()
        try inboxes(tour)
    }

    static func inboxes(_ tour: Tour) throws {
        for vendor in ["shop", "house"] {
            tour.answer("inbox \(vendor)", try tour.engine.inboxList(vendor: vendor))
        }
    }

    /// One vendor is told no more.
    static func end(_ tour: Tour) throws {
        tour.step("Ada takes back what she allowed one vendor")
        tour.act("denies consent to", "shop")
        try tour.engine.setConsent(.denied, vendor: "shop")
        try tour.settle()
        try tour.track("Order Placed", ["total": 150])

        tour.step("At the end")
        tour.answer("accounts", try tour.engine.stats())
        tour.answer("display", try tour.engine.displayState())
        try inboxes(tour)
        tour.engine.close()
    }
}
