import type { Attack } from './attack.ts'

/** Asks the kernel for more than a program needs. Numbers are those of x86-64. */
export const KERNEL_ATTACKS: readonly Attack[] = [
  {
    name: 'ptrace of the parent',
    code: () => `if os.getppid() > 0 and call(101, 16, os.getppid(), 0, 0) == 0: escaped('attached')
if call(101, 0x4206, 1, 0, 0) == 0 and os.getpid() != 1: escaped('seized')
tried()`,
  },
  {
    name: 'mounts',
    code: () => `os.makedirs('/box/m', exist_ok=True)
for kind in (b'tmpfs', b'proc', b'sysfs', b'cgroup2', b'overlay'):
    if libc.mount(b'x', b'/box/m', kind, 0, None) == 0: escaped(kind)
if libc.mount(b'/', b'/box/m', None, 4096, None) == 0: escaped('bind')
if libc.mount(b'none', b'/', None, 32 | 4096, None) == 0: escaped('remount')
if libc.umount2(b'/box', 2) == 0: escaped('umount')
for number in (428, 429, 430, 442): call(number, 0, 0, 0, 0, 0)
tried()`,
  },
  {
    name: 'namespaces of its own',
    code: () => `for flag in (0x10000000, 0x20000, 0x40000000, 0x20000000, 0x8000000, 0x4000000):
    if libc.unshare(flag) == 0:
        # Inside gVisor a user namespace is one of gVisor's own: it must not open anything.
        if libc.mount(b'x', b'/tmp', b'tmpfs', 0, None) == 0 and flag == 0x10000000: escaped('mount in a namespace')
for name in ('user', 'net', 'mnt', 'pid'):
    attempt(name, lambda: libc.setns(os.open(f'/proc/1/ns/{name}', os.O_RDONLY), 0) == 0)
tried()`,
  },
  {
    name: 'clone with namespaces',
    code: () => `pid = call(56, 0x10000000 | 0x40000000 | 17, 0, 0, 0, 0)
if pid == 0: os._exit(0)
if pid > 0:
    os.waitpid(pid, 0)
    attempt('net', lambda: [n for _, n in socket.if_nameindex() if n != 'lo'] or None)
tried()`,
  },
  {
    name: 'killing the parent and everybody',
    code: () => `tried()
for target in (os.getppid(), 1, -1):
    for number in (signal.SIGSTOP, signal.SIGKILL):
        try: os.kill(target, number)
        except OSError: pass`,
    timeoutMs: 1500,
    also: ({ verdict }) => verdict === null || verdict === 'timeout',
  },
  {
    name: 'killing a process of the host',
    code: ({ victim }) => `attempt('victim', lambda: os.kill(${victim}, signal.SIGCONT) or True)\ntried()`,
    control: true,
  },
  {
    name: 'becoming root',
    code: () => `for what in (os.setuid, os.setgid, os.seteuid, os.setegid):
    attempt(what, lambda: what(0) or True)
attempt('groups', lambda: os.setgroups([0]) or True)
attempt('resuid', lambda: os.setresuid(0, 0, 0) or True)
header, data = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)(*[0xffffffff] * 6)
if libc.capset(header, data) == 0: escaped('capset')
attempt('capabilities', lambda: any(int(l.split()[1], 16) for l in open('/proc/self/status') if l.startswith(('CapEff', 'CapPrm'))))
tried()`,
  },
  {
    name: 'raised limits',
    code: () => `import resource
for name in ('NOFILE', 'NPROC', 'FSIZE', 'CORE', 'MEMLOCK'):
    kind = getattr(resource, 'RLIMIT_' + name)
    hard = resource.getrlimit(kind)[1]
    if name in ('NOFILE', 'FSIZE', 'CORE') and hard < 0: escaped((name, 'no limit'))
    attempt(name, lambda: hard >= 0 and (resource.setrlimit(kind, (hard + 1, hard + 1)) or resource.getrlimit(kind)[1] > hard))
tried()`,
  },
  {
    name: 'rare system calls',
    code: () => `for name, number, args in (
    ('bpf', 321, (0, 0, 0)), ('io_uring', 425, (1, 0)), ('perf', 298, (0, 0, -1, -1, 0)), ('add_key', 248, (0, 0, 0, 0, -3)),
    ('keyctl', 250, (0, -3, 1)), ('userfaultfd', 323, (0,)), ('kexec', 246, (0, 0, 0, 0)), ('init_module', 175, (0, 0, 0)),
    ('finit_module', 313, (0, 0, 0)), ('reboot', 169, (0xfee1dead, 672274793, 0, 0)), ('swapon', 167, (0, 0)), ('acct', 163, (0,)),
    ('quotactl', 179, (0, 0, 0, 0)), ('iopl', 172, (3,)), ('ioperm', 173, (0, 1, 1)), ('vhangup', 153, ()),
    ('kcmp', 312, (1, 1, 0, 0, 0)), ('pidfd_getfd', 438, (3, 0, 0)), ('fsopen', 430, (0, 0)), ('lookup_dcookie', 212, (0, 0, 0)),
):
    if call(number, *args) >= 0: escaped(name)
tried()`,
  },
  {
    name: 'the log of the kernel',
    // gVisor tells a tale of its own here; the host's kernel would name its version.
    code: ({ kernel }) => `buffer = ctypes.create_string_buffer(1 << 16)
if call(103, 3, buffer, len(buffer)) > 0 and b'${kernel}' in buffer.raw: escaped('log')
attempt('kmsg', lambda: '${kernel}' in open('/dev/kmsg').read(9999))
tried()`,
  },
  {
    name: 'the calls of 32-bit programs',
    code: () => `import mmap
# mov eax, 20 (getpid); int 0x80; ret. Whoever gets an answer has a second door to the kernel.
area = mmap.mmap(-1, 4096, prot=7)
area.write(bytes.fromhex('b814000000cd80c3'))
tried()
answer = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(area)))()
if answer == os.getpid(): escaped('int 0x80')`,
    also: ({ stdout }) => !stdout.includes('ESCAPED'),
  },
  {
    name: 'the calls of x32',
    code: () => `tried()\nif call(0x40000000 + 39) == os.getpid(): escaped('x32')`,
  },
  {
    name: 'chroot and pivot_root',
    code: () => `os.makedirs('/box/j', exist_ok=True)
attempt('chroot', lambda: os.chroot('/box/j') or True)
if call(155, b'/box', b'/box/j') == 0: escaped('pivot_root')
tried()`,
  },
  {
    name: 'personality and segment tables',
    code: () => `if call(135, 0x0040000) > 0: escaped('personality')
call(154, 1, 0, 0)
tried()`,
  },
  {
    name: 'scheduler priority',
    // Niceness inside gVisor is a number of its own; the classes of the host's scheduler are not.
    code: () => `attempt('fifo', lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)) or os.sched_getscheduler(0) == os.SCHED_FIFO)
tried()`,
  },
  {
    name: 'the clock',
    code: () => `attempt('clock_settime', lambda: time.clock_settime(time.CLOCK_REALTIME, 0) or True)
class Tv(ctypes.Structure): _fields_ = [('s', ctypes.c_long), ('u', ctypes.c_long)]
if libc.settimeofday(ctypes.byref(Tv(0, 0)), None) == 0: escaped('settimeofday')
tried()`,
  },
  {
    name: 'the name of the host',
    code: () => `attempt('sethostname', lambda: socket.sethostname('evil') or True)
attempt('host name', lambda: socket.gethostname() != 'sandbox')
tried()`,
  },
  {
    name: 'words into a terminal',
    code: () => `import fcntl
for path in ('/dev/tty', '/dev/console', '/dev/tty0', '/dev/pts/0'):
    attempt(path, lambda: [fcntl.ioctl(os.open(path, os.O_RDWR), 0x5412, b'x')])
for fd in (0, 1, 2):
    attempt(fd, lambda: [fcntl.ioctl(fd, 0x5412, b'x')])
attempt('tty', lambda: os.isatty(0) or os.isatty(1))
tried()`,
  },
  {
    name: 'core dump',
    code: () => `tried()\nos.abort()`,
    exitCode: 134,
  },
  {
    name: 'a crash of the interpreter',
    code: () => `tried()\nctypes.string_at(0)`,
    exitCode: 139,
  },
  {
    name: 'executing its own machine code',
    code: () => `import mmap
area = mmap.mmap(-1, 4096, prot=7)
area.write(bytes.fromhex('b802000000c3'))  # mov eax, 2; ret: allowed, and no way out
tried()`,
    exitCode: 0,
  },
  {
    name: 'exit tricks',
    code: () => `import atexit
atexit.register(lambda: os._exit(300))
tried()
sys.exit('bye')`,
    exitCode: 300 & 255,
  },
  {
    name: 'closed stdio',
    code: () => `tried()
for fd in (0, 1, 2): os.close(fd)
time.sleep(0.1)
os._exit(5)`,
    exitCode: 5,
  },
  {
    name: 'words of the boot script',
    code: () => `os.write(1, b'I')\nos.write(1, b'R')\nprint('{"kind":"end"}')\ntried()`,
    exitCode: 0,
    also: ({ stdout, verdict }) => stdout.startsWith('IR{"kind":"end"}\n') && verdict === null,
  },
  {
    name: 'around the import list',
    code: () => `os2 = [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == '_wrap_close'][0].__init__.__globals__
attempt('system', lambda: os2['system']('true') == 0)
attempt('environment', lambda: 'RUNNER_SECRET' in os2['environ'])
tried()`,
  },
]
