/// A file of the page, kept in memory.
struct PageFile: Sendable {
    let type: String
    let bytes: [UInt8]
    /// What tells this content from any other.
    let tag: String

    init(_ type: String, _ bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
        // FNV-1a: nobody gains by two contents with one tag, as all of them are ours.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        tag = "\"\(String(hash, radix: 16))\""
    }
}

/// The files of the page, as they were when the program was built.
///
/// One that is added to the folder `Page` gets a line here.
enum PageFiles {
    /// By path.
    static let all: [String: PageFile] = [
        "/": PageFile("text/html; charset=utf-8", PackageResources.index_html),
        "/page.css": PageFile("text/css; charset=utf-8", PackageResources.page_css),
        "/page.js": PageFile(script, PackageResources.page_js),
        "/link.js": PageFile(script, PackageResources.link_js),
        "/touch.js": PageFile(script, PackageResources.touch_js),
        "/manifest.webmanifest": PageFile(
            "application/manifest+json", PackageResources.manifest_webmanifest),
        "/icon.svg": PageFile("image/svg+xml", PackageResources.icon_svg),
        "/icon.png": PageFile("image/png", PackageResources.icon_png),
    ]

    private static let script = "text/javascript; charset=utf-8"
}
