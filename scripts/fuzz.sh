#!/bin/sh
# Builds and runs the fuzzer of one parser.
#
#     fuzz.sh json SECONDS
set -eu
cd "$(dirname "$0")/.."

case "$1" in
json)
    sources="$(find Sources/PersonalizeJSON -name '*.swift') Tests/Fuzz/json/JSONFuzzer.swift"
    flags="-I Sources/CJansson -ljansson"
    module=JSONFuzzer
    ;;
*)
    echo "fuzz.sh: there is no fuzzer for $1" >&2
    exit 2
    ;;
esac

mkdir -p build/fuzz "build/fuzz/$1-found"
# shellcheck disable=SC2086
swiftc -O -swift-version 6 -parse-as-library -sanitize=fuzzer,address $flags $sources \
    -module-name $module -o "build/fuzz/$1"
SWIFT_BACKTRACE=enable=no "build/fuzz/$1" -max_len=4096 -max_total_time="$2" \
    -dict="Tests/Fuzz/$1/$1.dict" "build/fuzz/$1-found" "Tests/Fuzz/$1/corpus"
