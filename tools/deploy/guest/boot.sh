#!/bin/sh
# boot.sh <root>: makes a Debian tree the root of the namespaces that it runs in, and runs its systemd.
set -e
cd "$1"
mount --make-rprivate /
mount --bind . .
cd "$1"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev
mount -t tmpfs -o mode=755 tmpfs run
for name in null zero full random urandom tty; do
  touch "dev/$name"
  mount --bind "/dev/$name" "dev/$name"
done
mkdir dev/shm dev/pts
mount -t tmpfs tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s /proc/self/fd/0 dev/stdin
ln -s /proc/self/fd/1 dev/stdout
ln -s /proc/self/fd/2 dev/stderr
ip link set lo up
hostname guest
mkdir -p old
pivot_root . old
umount -l /old
# Services get their credentials by mounts that spread.
mount --make-rshared /
exec env -i container=guest PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --log-target=console
