/**
 * The allow-list of system calls of the second engine, as a BPF program for seccomp. x86-64 only: on another machine the
 * program kills every process at its first call, and the self-test reports it.
 *
 * A call that is not listed returns ENOSYS: programs then use another way or fail, and calls of future kernels stay blocked.
 * Left out on purpose are mounts, namespaces, tracing, keys, bpf, io_uring and everything that reads other processes.
 */
// oxfmt-ignore
const ALLOWED: Readonly<Record<string, number>> = {
  // files
  read: 0, write: 1, open: 2, openat: 257, openat2: 437, creat: 85, close: 3, close_range: 436, lseek: 8,
  pread64: 17, pwrite64: 18, readv: 19, writev: 20, preadv: 295, pwritev: 296, preadv2: 327, pwritev2: 328, stat: 4,
  lstat: 6, fstat: 5, newfstatat: 262, statx: 332, access: 21, faccessat: 269, faccessat2: 439, truncate: 76,
  ftruncate: 77, fallocate: 285, fsync: 74, fdatasync: 75, sync_file_range: 277, getdents: 78, getdents64: 217,
  getcwd: 79, chdir: 80, fchdir: 81, rename: 82, renameat: 264, renameat2: 316, mkdir: 83, mkdirat: 258, rmdir: 84,
  link: 86, linkat: 265, unlink: 87, unlinkat: 263, symlink: 88, symlinkat: 266, readlink: 89, readlinkat: 267,
  chmod: 90, fchmod: 91, fchmodat: 268, chown: 92, fchown: 93, fchownat: 260, lchown: 94, umask: 95, utime: 132,
  utimes: 235, utimensat: 280, futimesat: 261, statfs: 137, fstatfs: 138, mknod: 133, mknodat: 259, fadvise64: 221,
  readahead: 187, copy_file_range: 326, sendfile: 40, splice: 275, tee: 276, flock: 73, fcntl: 72, dup: 32, dup2: 33,
  dup3: 292, pipe: 22, pipe2: 293, memfd_create: 319, getxattr: 191, lgetxattr: 192, fgetxattr: 193, listxattr: 194,
  llistxattr: 195, flistxattr: 196, setxattr: 188, lsetxattr: 189, fsetxattr: 190, removexattr: 197,
  lremovexattr: 198, fremovexattr: 199,
  // waiting
  poll: 7, ppoll: 271, select: 23, pselect6: 270, epoll_create: 213, epoll_create1: 291, epoll_ctl: 233,
  epoll_wait: 232, epoll_pwait: 281, epoll_pwait2: 441, eventfd: 284, eventfd2: 290, signalfd: 282, signalfd4: 289,
  timerfd_create: 283, timerfd_settime: 286, timerfd_gettime: 287,
  // memory
  mmap: 9, munmap: 11, mremap: 25, mprotect: 10, madvise: 28, brk: 12, msync: 26, mincore: 27, mlock: 149,
  munlock: 150, membarrier: 324, pkey_alloc: 330, pkey_free: 331, pkey_mprotect: 329,
  // processes
  fork: 57, vfork: 58, execve: 59, execveat: 322, exit: 60, exit_group: 231, wait4: 61, waitid: 247, kill: 62,
  tkill: 200, tgkill: 234, getpid: 39, getppid: 110, gettid: 186, setsid: 112, getsid: 124, setpgid: 109,
  getpgid: 121, getpgrp: 111, set_tid_address: 218, set_robust_list: 273, get_robust_list: 274, futex: 202,
  rseq: 334, arch_prctl: 158, prctl: 157, sched_yield: 24, sched_getaffinity: 204, sched_getparam: 143,
  sched_getscheduler: 145, sched_get_priority_max: 146, sched_get_priority_min: 147, sched_rr_get_interval: 148,
  getcpu: 309, getpriority: 140, setpriority: 141, prlimit64: 302, getrlimit: 97, setrlimit: 160, getrusage: 98,
  times: 100, sysinfo: 99, uname: 63, pidfd_open: 434, pidfd_send_signal: 424, restart_syscall: 219, pause: 34,
  // users
  getuid: 102, geteuid: 107, getgid: 104, getegid: 108, getresuid: 118, getresgid: 120, getgroups: 115, setuid: 105,
  setgid: 106, setreuid: 113, setregid: 114, setresuid: 117, setresgid: 119, setgroups: 116, setfsuid: 122,
  setfsgid: 123, capget: 125,
  // signals
  rt_sigaction: 13, rt_sigprocmask: 14, rt_sigpending: 127, rt_sigtimedwait: 128, rt_sigqueueinfo: 129,
  rt_sigsuspend: 130, rt_sigreturn: 15, sigaltstack: 131, alarm: 37, setitimer: 38, getitimer: 36, timer_create: 222,
  timer_settime: 223, timer_gettime: 224, timer_getoverrun: 225, timer_delete: 226,
  // time
  time: 201, gettimeofday: 96, clock_gettime: 228, clock_getres: 229, clock_nanosleep: 230, nanosleep: 35,
  getrandom: 318,
  // sockets
  bind: 49, connect: 42, listen: 50, accept: 43, accept4: 288, getsockname: 51, getpeername: 52, getsockopt: 55,
  setsockopt: 54, sendto: 44, recvfrom: 45, sendmsg: 46, recvmsg: 47, sendmmsg: 307, recvmmsg: 299, shutdown: 48,
}

/** Calls that depend on their arguments. */
const CLONE = 56
const SOCKET = 41
const SOCKETPAIR = 53
const IOCTL = 16

/** Every flag of `clone` that creates a namespace. */
const NEW_NAMESPACES = 0x7e02_0000
const AF_UNIX = 1
/** These inject input into a terminal. */
const TIOCSTI = 0x5412
const TIOCLINUX = 0x541c

const X86_64 = 0xc000_003e
/** Numbers above belong to the x32 ABI of the same kernel, where they mean other calls. */
const X32 = 0x4000_0000

const LOAD = 0x20
const JUMP_EQUAL = 0x15
const JUMP_AT_LEAST = 0x35
const JUMP_ANY_BIT = 0x45
const RETURN = 0x06

const KILL = 0x8000_0000
const ALLOW = 0x7fff_0000
const REFUSE = 0x0005_0000
const EPERM = 1
const ENOSYS = 38

/** Offsets in seccomp_data: the number, the architecture, the lower half of the first two arguments. */
const AT = { number: 0, machine: 4, first: 16, second: 24 } as const

type Step = readonly [code: number, ifTrue: number, ifFalse: number, value: number]

export function seccompProgram(): Buffer {
  const steps: Step[] = [
    [LOAD, 0, 0, AT.machine],
    [JUMP_EQUAL, 1, 0, X86_64],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, AT.number],
    [JUMP_AT_LEAST, 0, 1, X32],
    [RETURN, 0, 0, KILL],
    ...when(CLONE, [[LOAD, 0, 0, AT.first], [JUMP_ANY_BIT, 0, 1, NEW_NAMESPACES], refuse(EPERM), allow]),
    ...[SOCKET, SOCKETPAIR].flatMap((call) =>
      when(call, [[LOAD, 0, 0, AT.first], [JUMP_EQUAL, 1, 0, AF_UNIX], refuse(EPERM), allow]),
    ),
    ...when(IOCTL, [
      [LOAD, 0, 0, AT.second],
      [JUMP_EQUAL, 1, 0, TIOCSTI],
      [JUMP_EQUAL, 0, 1, TIOCLINUX],
      refuse(EPERM),
      allow,
    ]),
    ...Object.values(ALLOWED).flatMap((call) => when(call, [allow])),
    refuse(ENOSYS),
  ]
  return Buffer.concat(steps.map(encode))
}

const allow: Step = [RETURN, 0, 0, ALLOW]
const refuse = (reason: number): Step => [RETURN, 0, 0, REFUSE | reason]

/** Instructions for one call, skipped for every other. */
function when(call: number, steps: readonly Step[]): Step[] {
  return [[JUMP_EQUAL, 0, steps.length, call], ...steps]
}

function encode([code, ifTrue, ifFalse, value]: Step): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(ifTrue, 2)
  bytes.writeUInt8(ifFalse, 3)
  bytes.writeUInt32LE(value >>> 0, 4)
  return bytes
}
