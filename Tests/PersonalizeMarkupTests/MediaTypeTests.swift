import PersonalizeMarkup
import Testing

/// 14.16 and 14.17: the bytes say what an image is.
@Suite struct MediaTypeTests {
    private static let images: [([UInt8], String)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0], "image/png"),
        ([0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10], "image/jpeg"),
        (Array("GIF89a..".utf8), "image/gif"),
        (Array("GIF87a..".utf8), "image/gif"),
        (Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 ".utf8), "image/webp"),
        ([0, 0, 0, 28] + Array("ftypavif....mif1".utf8), "image/avif"),
        ([0, 0, 0, 28] + Array("ftypmif1....miafavif".utf8), "image/avif"),
        (
            Array("BM".utf8) + [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0]
                + [UInt8](repeating: 0, count: 20), "image/bmp"
        ),
        ([0, 0, 1, 0, 1, 0] + [UInt8](repeating: 1, count: 16), "image/x-icon"),
        (Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), "image/svg+xml"),
        (
            Array(
                "\u{FEFF}<?xml version='1.0'?>\n<!-- <svg --><!DOCTYPE svg [<!ENTITY a '>'>]><svg>"
                    .utf8), "image/svg+xml"
        ),
    ]

    @Test(arguments: images) func row14_17_imagesAreRecognised(
        _ bytes: [UInt8], _ type: String
    ) {
        #expect(MediaType.sniff(bytes) == type)
    }

    @Test(arguments: [
        "", "B", "BM", "BMW is a car and not a bitmap", "<html><body>404</body></html>",
        "<!DOCTYPE html><svg>", "<?xml version='1.0'?><Error/>", "<svgfoo>", "<svg", "<!-- <svg>",
        "{\"error\":404}", "RIFF....WAVE", "GIF88a", "....ftypisom....isom", "   ", "<?xml",
        "<!DOCTYPE svg [",
    ]) func row14_16_anErrorPageIsNoImage(_ text: String) {
        #expect(MediaType.sniff(Array(text.utf8)) == nil)
    }

    private static let fonts: [([UInt8], String)] = [
        (Array("wOF2".utf8) + [UInt8](repeating: 0, count: 40), "font/woff2"),
        (Array("wOFF".utf8) + [UInt8](repeating: 0, count: 40), "font/woff"),
        (Array("OTTO".utf8) + [0, 12] + [UInt8](repeating: 0, count: 40), "font/otf"),
        ([0, 1, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 40), "font/ttf"),
        (Array("true".utf8) + [0, 12] + [UInt8](repeating: 0, count: 40), "font/ttf"),
        (Array("ttcf".utf8) + [UInt8](repeating: 0, count: 40), "font/collection"),
        (
            [40, 0, 0, 0] + [UInt8](repeating: 0, count: 30) + Array("LP".utf8) + [0, 0, 0, 0],
            "application/vnd.ms-fontobject"
        ),
    ]

    @Test(arguments: fonts) func row14_17_fontsAreRecognised(_ bytes: [UInt8], _ type: String) {
        #expect(MediaType.sniff(bytes) == type)
        #expect(MediaType.isFont(type))
        for count in bytes.indices {
            let found = MediaType.sniff(Array(bytes[..<count]))
            #expect(found == nil || found == type)
        }
    }

    @Test(arguments: ["trueish text is no font", "OTTOMAN text", "wOFFle", "\u{0}\u{1}\u{0}\u{0}"])
    func textIsNoFont(_ text: String) {
        #expect(MediaType.sniff(Array(text.utf8)) == nil)
    }

    @Test func imagesAreNoFonts() {
        for (_, type) in Self.images { #expect(!MediaType.isFont(type)) }
    }

    @Test func everyPrefixOfAnImageIsSafeToAsk() {
        for (bytes, type) in Self.images {
            for count in 0...bytes.count {
                let found = MediaType.sniff(Array(bytes[..<count]))
                #expect(found == nil || found == type)
            }
        }
    }
}
