#!/bin/sh
# Builds and runs the fuzzer of one parser.
#
#     fuzz.sh json|markup SECONDS
set -eu
cd "$(dirname "$0")/.."

mkdir -p build/fuzz "build/fuzz/$1-found"
corpus="Tests/Fuzz/$1/corpus"
case "$1" in
json)
    sources="$(find Sources/PersonalizeJSON -name '*.swift') Tests/Fuzz/json/JSONFuzzer.swift"
    flags="-I Sources/CJansson -ljansson"
    module=JSONFuzzer
    ;;
markup)
    sources="$(find Sources/PersonalizeMarkup -name '*.swift' -not -path '*/Content/*') Tests/Fuzz/markup/MarkupFuzzer.swift"
    flags="-I Sources/CGumbo -I Sources/CCurl -lcurl"
    module=MarkupFuzzer
    corpus=build/fuzz/markup-corpus
    python3 Tests/Fuzz/markup/corpus.py "$corpus"
    # With gumbo's sources the fuzzer sees what its input does to the parser.
    if [ -n "${GUMBO_SOURCES:-}" ]; then
        for file in "$GUMBO_SOURCES"/*.c; do
            object="build/fuzz/$(basename "$file" .c).o"
            clang -g -O1 -fsanitize=fuzzer-no-link,address -c "$file" -o "$object"
            flags="$flags $object"
        done
    else
        flags="$flags -lgumbo"
    fi
    ;;
*)
    echo "fuzz.sh: there is no fuzzer for $1" >&2
    exit 2
    ;;
esac

# shellcheck disable=SC2086
swiftc -O -swift-version 6 -parse-as-library -sanitize=fuzzer,address $flags $sources \
    -module-name $module -o "build/fuzz/$1"
SWIFT_BACKTRACE=enable=no "build/fuzz/$1" -max_len=4096 -max_total_time="$2" \
    -artifact_prefix="build/fuzz/" -dict="Tests/Fuzz/$1/$1.dict" "build/fuzz/$1-found" "$corpus"
