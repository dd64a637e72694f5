#!/usr/bin/env bash
# container.sh ROOT STATE USER FOLDER ENTRY…: runs ENTRY in the unpacked image as a container engine would with `read_only` and `cap_drop: [ALL]`:
# the tree cannot be written, /tmp is memory, the folders below STATE are the volumes, and the user has no capability. The network is ours.
# The environment is passed on.
set -euo pipefail
root=$1 state=$2 user=$3 folder=$4
shift 4

enter() {
  mount --make-rprivate /
  mount --bind "$root" "$root"
  for volume in run/codeshelf var/backups/codeshelf var/lib/codeshelf/mirrors var/lib/codeshelf/spool; do
    mkdir -p "$state/$volume"
    chown "$user" "$state/$volume"
    mount --bind "$state/$volume" "$root/$volume"
  done
  mount -t proc proc "$root/proc"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  for device in null zero random urandom; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  mount -o remount,bind,ro "$root"
  exec chroot "$root" /usr/bin/setpriv --reuid="$user" --regid="$user" --clear-groups --no-new-privs --bounding-set=-all \
    /bin/sh -euc 'cd "$0"; exec "$@"' "$folder" "$@"
}
export -f enter
export root state user folder
exec setpriv --pdeathsig KILL unshare --mount --pid --ipc --fork --kill-child bash -euo pipefail -c 'enter "$@"' enter "$@"
