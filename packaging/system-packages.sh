#!/bin/sh
# Makes sure that the Debian packages Memento needs are there: installs them where it may, else prints the line and stops.
# Usage: packaging/system-packages.sh venv | window | screen
set -eu

venv="python3-venv"
window="libegl1 libgl1 libfontconfig1 libxkbcommon0 libdbus-1-3 libglib2.0-0 fonts-dejavu-core fonts-noto-cjk
 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-image0 libxcb-render-util0 libxcb-shape0 libxcb-randr0 libxkbcommon-x11-0"
screen="xvfb xdotool openbox"

case "${1:-window}" in
    venv) wanted="$venv" ;;
    window) wanted="$window" ;;
    screen) wanted="$window $screen" ;;
    *) echo "usage: $0 venv|window|screen" >&2; exit 2 ;;
esac

# Other systems bring these libraries under other names; there the program itself says what is missing.
command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1 || exit 0

missing=""
for package in $wanted; do
    # Newer releases rename a library by a suffix (libglib2.0-0t64) and provide the old name.
    if ! dpkg-query -W -f='${Status} ${Provides}\n' "$package" "${package}t64" 2>/dev/null | grep -q 'install ok installed'; then
        missing="$missing $package"
    fi
done
[ -n "$missing" ] || exit 0

line="apt-get update && apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" = 0 ]; then
    as_root="sh -c"
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    as_root="sudo -n sh -c"
else
    echo "Memento needs system packages that are not installed. As an administrator, run:" >&2
    echo "  sudo sh -c '$line'" >&2
    echo "and then the same make command again." >&2
    exit 1
fi
echo "Installing system packages:$missing"
export DEBIAN_FRONTEND=noninteractive
$as_root "$line" >/dev/null
