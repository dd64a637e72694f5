#!/usr/bin/env bash
# Builds the root file system that untrusted Python sees: an interpreter and its library, and nothing else. No shell, no
# other program, no setuid file. Built once and kept; `--fresh` builds it again, for security updates.
#
#   tools/sandbox-root.sh [--fresh] [FOLDER]      FOLDER: where the runner looks (RUNNER_ROOT)
set -euo pipefail

fresh=
if [ "${1:-}" = --fresh ]; then
  fresh=1
  shift
fi
root=${1:-/var/lib/codeshelf/sandbox-root}
suite=bookworm
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
packages=python3-minimal,libpython3-stdlib,tzdata
# What is built depends on this script and on nothing else that we choose.
stamp=$(sha256sum "$0" | cut -c 1-16)

if [ -z "$fresh" ] && [ "$(cat "$root.stamp" 2>/dev/null)" = "$stamp" ]; then
  echo "$root is there already"
  exit 0
fi

mkdir -p "$(dirname "$root")"
work=$(mktemp -d "$(dirname "$root")/.sandbox-root.XXXXXX")
trap 'rm -rf "$work"' EXIT

# `extract` unpacks and runs nothing of what it unpacks.
mmdebstrap --quiet --variant=extract --include="$packages" --aptopt='Apt::Install-Recommends "false"' \
  "$suite" "$work/debian" "$mirror"

from=$work/debian to=$work/root python=python3.11
mkdir -p "$to"/{usr/bin,usr/lib,usr/share,lib64,lib,etc,dev,proc,tmp,box}
cp -a "$from/usr/bin/$python" "$from/usr/bin/python3" "$to/usr/bin/"
cp -a "$from/usr/lib/$python" "$from/usr/lib/x86_64-linux-gnu" "$to/usr/lib/"
cp -a "$from/usr/share/zoneinfo" "$to/usr/share/"
cp -a "$from/lib/x86_64-linux-gnu" "$to/lib/"
cp -a "$from/lib64/." "$to/lib64/"
cp -a "$from/etc/$python" "$to/etc/"
# Parts of the library that need a screen, build programs, or test it.
rm -rf "$to/usr/lib/$python"/{ensurepip,idlelib,lib2to3,tkinter,turtledemo,turtle.py,venv,distutils,test,sitecustomize.py} \
  "$to/usr/lib/$python"/config-* "$to/usr/lib/x86_64-linux-gnu"/{gconv,perl*,audit}
echo 'root:x:0:0:root:/:/none
nobody:x:65534:65534:nobody:/box:/none' >"$to/etc/passwd"
echo 'root:x:0:
nogroup:x:65534:' >"$to/etc/group"
echo '127.0.0.1 localhost' >"$to/etc/hosts"

# Compiled once, here: the sandbox cannot write, and would compile every import of every run again.
bwrap --unshare-all --clearenv --bind "$to" / --dev /dev -- /usr/bin/python3 -I -S -m compileall -q \
  --invalidation-mode unchecked-hash "/usr/lib/$python" || true
test -e "$to/usr/lib/$python/__pycache__/ast.cpython-311.pyc"

if [ -n "$(find "$to" -perm /6000)" ]; then
  echo "A setuid file got into the root file system" >&2
  exit 1
fi
find "$to" -exec touch -h --date=@0 {} +
chmod -R go-w,a+rX "$to"

rm -rf "$root"
mv "$to" "$root"
echo "$stamp" >"$root.stamp"
echo "$root: $(du -sm "$root" | cut -f 1) MB, $("$root/lib64/ld-linux-x86-64.so.2" --version | head -1 || true)"
