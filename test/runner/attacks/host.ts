import type { Attack } from './attack.ts'

/** Looks for what belongs to the host or to others. */
export const HOST_ATTACKS: readonly Attack[] = [
  {
    name: 'a secret file of the host',
    code: ({ secretFile }) => `attempt('secret', lambda: open('${secretFile}').read())\ntried()`,
    control: true,
  },
  {
    name: 'the same by links and dots',
    code: ({ secretFile }) => `
attempt('link', lambda: os.symlink('${secretFile}', 'link-x') or open('link-x').read())
attempt('dots', lambda: open('../' * 40 + '${secretFile}').read())
attempt('hard', lambda: os.link('${secretFile}', 'hard') or open('hard').read())
attempt('root', lambda: open('/proc/self/root${secretFile}').read())
attempt('one', lambda: open('/proc/1/root${secretFile}').read())
attempt('cwd', lambda: open('/proc/1/cwd/..${secretFile}').read())
try: os.unlink('link-x')
except OSError: pass
tried()`,
    control: true,
  },
  {
    name: 'password files of the host',
    code: ({ secret }) => `attempt('shadow', lambda: open('/etc/shadow').read())
attempt('passwd', lambda: '/bin/bash' in open('/etc/passwd').read() or '${secret}' in open('/etc/passwd').read())
attempt('ssh', lambda: os.listdir('/etc/ssh'))
attempt('resolv', lambda: open('/etc/resolv.conf').read())
tried()`,
  },
  {
    name: 'homes and folders of the host',
    code: () => `for path in ('/root', '/home', '/work', '/var/lib/postgresql', '/run', '/mnt', '/opt', '/srv', '/boot'):
    attempt(path, lambda: os.listdir(path))
tried()`,
  },
  {
    name: 'environment',
    code: ({
      secret,
    }) => `attempt('environment', lambda: any('${secret}' in v or 'SECRET' in k or 'DATABASE' in k for k, v in os.environ.items()))
attempt('getenv', lambda: any(os.getenv(n) for n in ('RUNNER_SECRET', 'DATABASE_URL')))
tried()`,
    control: true,
  },
  {
    name: 'environment and words of other processes',
    code: ({ secret }) => `for pid in range(1, 3000):
    for name in ('environ', 'cmdline', 'maps'):
        attempt((pid, name), lambda: b'${secret}' in open(f'/proc/{pid}/{name}', 'rb').read())
tried()`,
    timeoutMs: 8000,
  },
  {
    name: 'memory of other processes',
    code: () => `for pid in {1, os.getppid()} - {os.getpid()}:
    attempt(pid, lambda: os.open(f'/proc/{pid}/mem', os.O_RDWR) >= 0 and os.pread(os.open(f'/proc/{pid}/mem', os.O_RDWR), 1, 0x400000))
class Vec(ctypes.Structure): _fields_ = [('base', ctypes.c_void_p), ('len', ctypes.c_size_t)]
buffer = ctypes.create_string_buffer(16)
local, remote = Vec(ctypes.addressof(buffer), 16), Vec(0x400000, 16)
if call(310, 1, ctypes.byref(local), 1, ctypes.byref(remote), 1, 0) > 0 and os.getpid() != 1: escaped('process_vm_readv')
tried()`,
  },
  {
    name: 'leaked descriptors',
    code: () => `import stat
for fd in range(3, 1024):
    try: st = os.fstat(fd)
    except OSError: continue
    if stat.S_ISSOCK(st.st_mode) or stat.S_ISREG(st.st_mode) or stat.S_ISDIR(st.st_mode): escaped((fd, st.st_mode))
for fd in (0, 1, 2):
    attempt(fd, lambda: stat.S_ISREG(os.fstat(fd).st_mode))
tried()`,
  },
  {
    name: 'devices',
    code: () => `for name in ('mem', 'kmem', 'kmsg', 'kvm', 'sda', 'vda', 'nvme0n1', 'loop0', 'loop-control', 'port', 'vsock', 'vhost-vsock', 'userfaultfd', 'cuse', 'mapper/control'):
    attempt(name, lambda: os.open('/dev/' + name, os.O_RDWR) >= 0)
import fcntl, stat, struct
# gVisor has a device of this name of its own; what counts is whether it makes an interface.
attempt('tun', lambda: [fcntl.ioctl(os.open('/dev/net/tun', os.O_RDWR), 0x400454ca, struct.pack('16sH22x', b'tun0', 1))])
attempt('mknod', lambda: os.mknod('/box/sda', stat.S_IFBLK | 0o600, os.makedev(8, 0)) or os.open('/box/sda', os.O_RDONLY) >= 0)
attempt('mknod mem', lambda: os.mknod('/box/mem', stat.S_IFCHR | 0o600, os.makedev(1, 1)) or os.open('/box/mem', os.O_RDONLY) >= 0)
tried()`,
  },
  {
    name: 'switches of the kernel and control groups',
    code: () => `for path in ('/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger', '/proc/sys/kernel/modprobe', '/proc/sys/vm/overcommit_memory', '/sys/fs/cgroup/cgroup.procs', '/sys/fs/cgroup/memory/cgroup.procs', '/sys/fs/cgroup/unified/cgroup.procs', '/sys/kernel/uevent_helper', '/sys/power/state'):
    attempt(path, lambda: os.path.exists(path) and open(path, 'w').write('0'))
for root, dirs, files in os.walk('/sys/fs/cgroup'):
    for name in files: attempt(name, lambda: open(os.path.join(root, name), 'w').write('max'))
tried()`,
  },
  {
    name: 'writing to the root file system',
    code: () => `for path in ('/x', '/usr/x', '/usr/lib/python3.11/x.py', '/etc/passwd', '/etc/x', '/lib/x', '/dev/x', '/proc/x'):
    attempt(path, lambda: open(path, 'w').write('x'))
attempt('remove', lambda: os.unlink('/etc/passwd') or True)
attempt('rename', lambda: os.rename('/usr/lib/python3.11', '/usr/lib/gone') or True)
attempt('chmod', lambda: os.chmod('/usr/bin/python3.11', 0o777) or True)
tried()`,
  },
  {
    name: 'overwriting the interpreter',
    code: () => `for path in ('/usr/bin/python3.11', '/usr/lib/python3.11/os.py', '/proc/self/exe', '/usr/lib/python3.11/__pycache__/os.cpython-311.pyc'):
    attempt(path, lambda: os.open(path, os.O_RDWR) >= 0)
    attempt(path, lambda: os.truncate(path, 0) or True)
tried()`,
  },
  {
    name: 'a shell',
    code: () => `for path in ('/bin/sh', '/bin/bash', '/usr/bin/sh', '/bin/busybox', '/usr/bin/perl', '/usr/bin/env'):
    attempt(path, lambda: os.path.exists(path))
attempt('system', lambda: os.system('true') == 0)
tried()`,
    control: true,
  },
  {
    name: 'files by handle',
    code: () => `buffer = ctypes.create_string_buffer(bytes([8, 0, 0, 0, 1, 0, 0, 0, 2] + [0] * 100), 128)
if call(304, -100, buffer, 0) >= 0: escaped('open_by_handle_at')
tried()`,
  },
]
