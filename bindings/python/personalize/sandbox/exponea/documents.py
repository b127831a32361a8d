"""HTML documents as marketers make them.

Each function returns a builder that takes the sandbox's base address, since
images and fonts are served from there. What a client has to clean is in them
on purpose: scripts, inline handlers, frames, meta elements.
"""

from collections.abc import Callable, Sequence
from html import escape

Document = Callable[[str], str]

_SHOP = "https://shop.example.test"

_STYLE = """\
    * { box-sizing: border-box; margin: 0; padding: 0; }
    body { font-family: 'Demo Sans', Helvetica, Arial, sans-serif; color: #1c1c28; }
    .card > .title { font-size: 22px; line-height: 1.25; font-weight: 700; margin-bottom: 8px; }
    .card > .text { font-size: 15px; line-height: 1.5; color: #4a4a5c; margin-bottom: 16px; }
    .card { position: relative; border-radius: 14px; overflow: hidden; padding: 20px; }
    .card img { display: block; width: 100%; height: auto; border: 0; }
    .button { display: inline-block; padding: 12px 22px; border-radius: 24px; cursor: pointer; }
    .button.primary { background: #ffd500; color: #1c1c28; font-weight: 600; }
    .button.quiet { background: transparent; color: #4a4a5c; text-decoration: underline; }
    .close { position: absolute; top: 10px; right: 10px; width: 24px; height: 24px; }
    .close::before { content: "\\00d7"; font-size: 22px; line-height: 24px; }
    @media only screen and (max-width: 480px) {
      .card { border-radius: 0; padding: 14px; }
      .card > .title { font-size: 18px; }
    }
    @media (prefers-color-scheme: dark) {
      body { color: #f4f4f8; } .card > .text { color: #c9c9d6; }
    }
"""


def hero_document(title: str, text: str, image: str, link: str, button: str) -> Document:
    """A picture with a call to action made of a `data-link` element."""

    def build(base: str) -> str:
        return _page(
            base,
            title,
            f"""\
  <div class="card hero" onclick="trackLocally(event)">
    <img src="{base}/images/{image}" alt="{escape(title, quote=True)}" width="640" height="360">
    <h1 class="title">{escape(title)}</h1>
    <p class="text">{escape(text)}</p>
    <div class="button primary" data-link="{escape(link, quote=True)}">{escape(button)}</div>
    <a class="button quiet" href="{_SHOP}/help?from=hero&amp;lang=en" target="_blank">Help</a>
  </div>
  <script>function trackLocally(e) {{ if (e.detail > 1 && window.data) {{ return; }} }}</script>
  <iframe src="https://ads.example.test/frame" width="1" height="1"></iframe>""",
        )

    return build


def slide_document(title: str, image: str, link: str) -> Document:
    """One page of a carousel: the whole card is a link."""

    def build(base: str) -> str:
        return _page(
            base,
            title,
            f"""\
  <a class="card" href="{escape(link, quote=True)}">
    <img src="{base}/images/{image}" alt="">
    <span class="title">{escape(title)}</span>
  </a>""",
        )

    return build


def notice_document(title: str, text: str) -> Document:
    """A notice with a close button and no other action."""

    def build(base: str) -> str:
        return _page(
            base,
            title,
            f"""\
  <div class="card">
    <h2 class="title">{escape(title)}</h2>
    <p class="text">{escape(text)}</p>
    <div class="close" data-actiontype="close" aria-label="Close"></div>
  </div>""",
        )

    return build


def actions_document(title: str, actions: Sequence[tuple[str, str]]) -> Document:
    """A list of links of any scheme, each with its text, and a close button."""

    def build(base: str) -> str:
        rows = "\n".join(
            f'    <p><a class="button quiet" href="{escape(link, quote=True)}">'
            f"{escape(label)}</a></p>"
            for label, link in actions
        )
        return _page(
            base,
            title,
            f"""\
  <div class="card">
    <h2 class="title">{escape(title)}</h2>
{rows}
    <button class="button" data-actiontype="close">Not now</button>
  </div>""",
        )

    return build


def table_document(title: str, products: int) -> Document:
    """Nested tables with inline styles, as e-mail editors write them."""

    def build(base: str) -> str:
        rows = "\n".join(_product_row(base, number) for number in range(1, products + 1))
        return _page(
            base,
            title,
            f"""\
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
    <tr><td align="center" bgcolor="#f4f4f8">
      <table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0">
        <tr><td style="padding:24px;font-size:22px;font-weight:700">{escape(title)}</td></tr>
{rows}
      </table>
    </td></tr>
  </table>""",
        )

    return build


def background_document(title: str, image: str, link: str) -> Document:
    """Pictures and a font that only the style sheet mentions."""

    def build(base: str) -> str:
        return _page(
            base,
            title,
            f"""\
  <style>
    @font-face {{ font-family: 'Demo Sans'; src: url('{base}/fonts/demo.woff2') format('woff2'); }}
    .stage > .loop {{ background-image: url("{base}/images/{image}"); min-height: 60vh; }}
    .stage ul {{ list-style-image: url({base}/images/dot.gif); }}
  </style>
  <div class="stage"><div class="loop" style="background: url({base}/images/grain.png) repeat">
    <h1 class="title" data-link="{escape(link, quote=True)}" data-actiontype="deep-link">\
{escape(title)}</h1>
    <ul><li>Touch to begin</li><li>Pay by card</li></ul>
  </div></div>""",
        )

    return build


def inbox_document(base: str) -> str:
    """The body of an HTML inbox message."""
    link = f"{_SHOP}/spring?utm_source=inbox"
    return hero_document("Spring edit", "Ten pieces we like.", "spring.jpg", link, "See all")(base)


def _page(base: str, title: str, body: str) -> str:
    return f"""\
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta http-equiv="refresh" content="600">
  <title>{escape(title)}</title>
  <link rel="stylesheet" href="{base}/missing.css">
  <style>
{_STYLE}  </style>
</head>
<body>
{body}
</body>
</html>
"""


def _product_row(base: str, number: int) -> str:
    cell = "padding:12px;border-bottom:1px solid #e4e4ec;font-family:Arial,sans-serif"
    return f"""\
        <tr>
          <td width="120" valign="top" style="{cell}">
            <a href="{_SHOP}/product/{number}" target="_blank">
              <img src="{base}/images/product-{number % 6}.png" width="96" height="96" alt=""
                   style="display:block;border:0;outline:none;text-decoration:none">
            </a>
          </td>
          <td valign="top" style="{cell};font-size:14px;line-height:20px;color:#4a4a5c">
            <b style="color:#1c1c28">Product {number}</b><br>Chosen for you, ready to ship.<br>
            <span data-link="shop://product/{number}?from=recommended&amp;position={number}"
                  style="color:#0a58ca;text-decoration:underline">Add to cart</span>
          </td>
        </tr>"""
