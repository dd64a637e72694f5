#!/usr/bin/env bash
# machine.sh FOLDER: starts the Debian in FOLDER with systemd as its first process, in namespaces of its own. What it writes goes to memory
# and is gone with it. It has no network but its own loopback. Needs root.
set -euo pipefail
base=$1
# systemd manages a tree of control groups, which must not be the tree of this host.
group=$(find /sys/fs/cgroup -maxdepth 1 -name unified | grep . || echo /sys/fs/cgroup)/codeshelf-machine-$$
mkdir "$group"
echo $$ >"$group/cgroup.procs"

enter() {
  local base=$1 top=/mnt root=/mnt/root
  mount --make-rprivate /
  mount -t tmpfs -o mode=755 tmpfs "$top"
  mkdir "$top"/{root,upper,work}
  mount -t overlay -o "lowerdir=$base,upperdir=$top/upper,workdir=$top/work" overlay "$root"
  mount -t proc proc "$root/proc"
  mount -t sysfs sysfs "$root/sys"
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  mkdir "$root"/dev/{pts,shm}
  for device in null zero full random urandom tty fuse; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
  mount -t tmpfs -o mode=755 tmpfs "$root/run"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  ip link set lo up
  mkdir "$root/host"
  cd "$root"
  pivot_root . host
  umount -l /host
  exec env -i container=codeshelf-test PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --log-target=null --show-status=no
}
export -f enter
# The machine ends with the thread that started it, however that ends.
exec setpriv --pdeathsig KILL unshare --mount --pid --net --cgroup --uts --ipc --fork --kill-child bash -euo pipefail -c 'enter "$0"' "$base"
