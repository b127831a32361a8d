// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

let package = Package(
    name: "libpersonalize",
    products: [
        .library(name: "Personalize", targets: ["Personalize"]),
        .library(name: "personalize-c", type: .dynamic, targets: ["PersonalizeABI"]),
    ],
    targets: [
        .systemLibrary(name: "CPersonalize", path: "include"),
        .systemLibrary(
            name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CGumbo", pkgConfig: "gumbo", providers: [.apt(["libgumbo-dev"])]),

        module("PersonalizeJSON", ["CJansson"]),
        module("PersonalizeCore", ["PersonalizeJSON"]),
        module("PersonalizeMarkup", ["PersonalizeCore", "CGumbo", "CCurl"]),
        module("PersonalizeExponea", ["PersonalizeCore", "PersonalizeJSON", "PersonalizeMarkup"]),
        module("PersonalizeCleverTap", ["PersonalizeCore", "PersonalizeJSON"]),
        module(
            "PersonalizeWebEngage", ["PersonalizeCore", "PersonalizeJSON", "PersonalizeMarkup"]),
        module("PersonalizeHouse", ["PersonalizeCore", "PersonalizeJSON", "PersonalizeMarkup"]),
        module("PersonalizeStorage", ["PersonalizeCore", "PersonalizeJSON", "CSQLite"]),
        module("PersonalizeTransport", ["PersonalizeCore", "PersonalizeJSON", "CCurl", "CLinux"]),
        module(
            "PersonalizeRuntime",
            [
                "PersonalizeCore", "PersonalizeJSON", "PersonalizeStorage", "PersonalizeTransport",
            ]),
        module(
            "PersonalizeABI",
            [
                "CPersonalize", "PersonalizeRuntime", "PersonalizeCore", "PersonalizeJSON",
                "PersonalizeExponea", "PersonalizeCleverTap", "PersonalizeWebEngage",
                "PersonalizeHouse", "CJansson", "CSQLite", "CCurl",
            ]),
        module(
            "Personalize",
            [
                "PersonalizeRuntime", "PersonalizeCore", "PersonalizeJSON", "PersonalizeExponea",
                "PersonalizeCleverTap", "PersonalizeWebEngage", "PersonalizeHouse",
            ]),

        .executableTarget(
            name: "kiosk", dependencies: ["Personalize"], path: "bindings/swift/Kiosk",
            swiftSettings: settings),
        .executableTarget(
            name: "tour", dependencies: ["Personalize"], path: "bindings/swift/Tour",
            swiftSettings: settings),
        .executableTarget(
            name: "simulate",
            dependencies: [
                "PersonalizeCore", "PersonalizeJSON", "PersonalizeExponea",
                "PersonalizeCleverTap", "PersonalizeWebEngage", "PersonalizeHouse",
            ],
            path: "Tests/Simulation", swiftSettings: settings),
        .executableTarget(
            name: "overlays", dependencies: ["Personalize"], path: "bindings/swift/Overlays",
            swiftSettings: settings),
        .executableTarget(
            name: "overlay-benchmark",
            dependencies: ["PersonalizeCore", "PersonalizeJSON", "PersonalizeCleverTap"],
            path: "benchmarks/overlays", swiftSettings: settings),
        .executableTarget(
            name: "scenario-host", dependencies: ["Personalize"],
            path: "Tests/ScenarioHost/swift", swiftSettings: settings),

        tests("PersonalizeJSONTests", ["PersonalizeJSON"]),
        tests("PersonalizeCoreTests", ["PersonalizeCore", "PersonalizeJSON"]),
        tests("PersonalizeMarkupTests", ["PersonalizeMarkup"]),
        tests(
            "PersonalizeExponeaTests",
            ["PersonalizeExponea", "PersonalizeCore", "PersonalizeJSON"]),
        tests(
            "PersonalizeCleverTapTests",
            ["PersonalizeCleverTap", "PersonalizeCore", "PersonalizeJSON"]),
        tests(
            "PersonalizeWebEngageTests",
            ["PersonalizeWebEngage", "PersonalizeCore", "PersonalizeJSON"]),
        tests(
            "PersonalizeHouseTests", ["PersonalizeHouse", "PersonalizeCore", "PersonalizeJSON"]),
        tests(
            "PersonalizeStorageTests",
            ["PersonalizeStorage", "PersonalizeCore", "PersonalizeJSON"]),
        tests(
            "PersonalizeTransportTests",
            ["PersonalizeTransport", "PersonalizeCore", "PersonalizeJSON"]),
        tests(
            "PersonalizeRuntimeTests",
            [
                "PersonalizeRuntime", "PersonalizeCore", "PersonalizeJSON", "PersonalizeExponea",
                "PersonalizeStorage",
            ]),
        tests("PersonalizeTests", ["Personalize"]),
    ]
)
