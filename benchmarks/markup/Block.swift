/// A content block as marketing tools make them: a head with a style sheet,
/// offers laid out in tables with inline styles, icons, buttons and images.
enum Block {
    static let resources = [
        "https://cdn.e.test/hero.jpg": "data:image/jpeg;base64,/9j/4AAQSkZJRg=="
    ]

    static func text(bytes: Int) -> String {
        var text = head
        var number = 0
        while text.utf8.count < bytes {
            text += number % 3 == 2 ? icons(number) : offer(number)
            number += 1
        }
        return text + "</td></tr></table></body></html>\n"
    }

    private static let head = """
        <!DOCTYPE html>
        <html lang="en"><head>
        <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Autumn</title>
        <style type="text/css">
        /* Shared with the newsletter. */
        @font-face { font-family: "Brand"; font-weight: 400;
          src: url("https://cdn.e.test/brand.woff2") format("woff2"), local("Arial"); }
        body, table, td { font-family: Brand, Arial, sans-serif; margin: 0; padding: 0; }
        .hero { background: #fff url('https://cdn.e.test/hero.jpg') no-repeat center / cover; }
        .row > h3:first-child { color: #333; font: 600 18px/1.4 Brand, Arial }
        a.button { display: inline-block; text-decoration: none; border-radius: 4px; color: #fff }
        a.button:hover::after { content: "\\203A"; }
        @media screen and (max-width: 480px) { .column { width: 100% !important; } }
        </style></head><body class="hero" style="margin:0;background-color:#f4f4f4">
        <div data-actiontype="close" style="position:absolute;top:10px;right:10px">&times;</div>
        <table width="100%" cellpadding="0" cellspacing="0" border="0" role="presentation"><tr><td>

        """

    private static func offer(_ number: Int) -> String {
        """
        <table class="row" width="600" align="center" cellpadding="0" cellspacing="0" border="0"
          style="width:600px;max-width:100%;background:#ffffff;border-collapse:collapse">
          <tbody><tr>
            <td class="column" width="200" valign="top" style="padding:16px 8px 16px 16px;">
              <img src="https://cdn.e.test/img/\(number).png" alt="Offer \(number)" width="184"
                height="120" style="display:block;border:0;border-radius:6px"></td>
            <td class="column" valign="top" style="padding:16px;font-size:14px;line-height:20px;">
              <h3 style="margin:0 0 8px">Autumn offer &amp; more, number \(number)</h3>
              <p style="margin:0 0 12px;color:#555555">Now with <b>20&nbsp;%</b> off, until
                <i>Sunday</i>, in every shop near you &ndash; while stocks last. Members of the
                club take <span style="color:#c00">twice</span> the points.</p>
              <a class="button" href="https://shop.e.test/sale?utm_source=block&amp;id=\(number)"
                style="padding:10px 18px;background:#0a6;font-weight:600">Have a look</a>
              <span class="link" data-link="shop://item/\(number)" data-actiontype="deep-link"
                style="margin-left:12px;font-size:13px">Open in the app</span>
            </td>
          </tr></tbody>
        </table>
        <!-- end of offer \(number) -->

        """
    }

    private static func icons(_ number: Int) -> String {
        """
        <ul class="facts" id="facts-\(number)" style="list-style:none;padding:0 16px">
          <li><svg width="16" height="16" viewBox="0 0 24 24" aria-hidden="true"><path
            d="M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2zm5 11h-6V7h2v4h4z"
            fill="#0a6"/></svg> Delivered within two days</li>
          <li><em>Free</em> returns in the shop or by post, for thirty days</li>
          <li onclick="track(\(number))">Questions? <a href="tel:+420123456789">Call us</a></li>
        </ul>

        """
    }
}
