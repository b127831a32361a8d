#!/bin/sh
# Finds out which Debian packages are missing, and installs them or says which.
#
#     dependencies.sh build|check|browser
#
# `build` is what building and the demo need, `check` what `make check` needs
# besides. `browser` is the one of make test-browser.
set -eu

missing=""

want() { # package, command that succeeds where it is there
    sh -c "$2" >/dev/null 2>&1 || missing="$missing $1"
}

want pkg-config 'command -v pkg-config'
want gcc 'command -v cc'
want binutils 'command -v strip'
want python3 'command -v python3'
# Without pkg-config none of these can be asked for, so all are wanted then.
want libjansson-dev 'pkg-config --exists jansson'
want libsqlite3-dev 'pkg-config --exists sqlite3'
want libcurl4-openssl-dev 'pkg-config --exists libcurl'
want libgumbo-dev 'pkg-config --exists gumbo'
if [ "$1" = check ]; then
    want g++ 'command -v c++'
    want clang-format 'command -v clang-format'
    want openssl 'command -v openssl'
    want sqlite3 'command -v sqlite3'
    want python3-venv 'python3 -c "import ensurepip, venv"'
fi
if [ "$1" = browser ]; then
    want chromium 'command -v chromium'
fi

if ! command -v swift >/dev/null 2>&1; then
    echo "libpersonalize: Swift 6.3 is missing; put its usr/bin on the PATH." >&2
    exit 1
fi
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "libpersonalize: installing$missing"
    if apt-get update -qq >/dev/null &&
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing >/dev/null; then
        exit 0
    fi
fi
echo "libpersonalize: packages are missing; install them with: sudo apt-get install$missing" >&2
exit 1
