import CGumbo
import PersonalizeMarkup
import Testing

/// What cleaning costs; printed, since a shared machine cannot be held to it.
@Suite struct CostTests {
    static let block: String = {
        let row = """
            <div class="row" style="padding:8px;background:#fff" data-id="7">
              <img src="https://cdn.e.test/img/7.png" alt="A thing" width="120" height="80">
              <h3>Autumn offer &amp; more</h3>
              <p>Now with <b>20&nbsp;%</b> off, until <i>Sunday</i>, in every shop near you.</p>
              <a class="button" href="https://shop.e.test/sale?utm=block&amp;id=7">Have a look</a>
              <span data-link="shop://item/7" data-actiontype="deep-link">Open</span>
            </div>

            """
        let head = """
            <!DOCTYPE html><html><head><meta name="viewport" content="width=device-width">
            <style>.row > h3 { color: #333; font: 14px/1.4 "Arial" } a{text-decoration:none}
            </style></head><body><div data-actiontype="close">x</div>
            """
        var text = head
        while text.utf8.count < 50_000 { text += row }
        return text + "</body></html>"
    }()

    @Test func printTheCost() throws {
        let bytes = Array(Self.block.utf8)
        let clock = ContinuousClock()
        var bare = Duration.seconds(9)
        var full = Duration.seconds(9)
        for _ in 0..<15 {
            bare = min(
                bare,
                clock.measure {
                    bytes.withUnsafeBytes { buffer in
                        var options = kGumboDefaultOptions
                        let text = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                        let output = gumbo_parse_with_options(&options, text, buffer.count)
                        gumbo_destroy_output(&options, output)
                    }
                })
            full = try min(
                full, clock.measure { _ = try Markup.clean(Self.block, options: fixed).html() })
        }
        print("cleaning \(bytes.count) bytes: \(full); bare parse and free: \(bare)")
        let markup = try Markup.clean(Self.block, options: fixed)
        #expect(markup.images == ["https://cdn.e.test/img/7.png"])
        #expect(markup.actions.count == 3)
    }
}
