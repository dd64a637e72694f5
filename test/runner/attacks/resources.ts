import type { Attack } from './attack.ts'

/** Ended for one of these: which comes first depends on the engine and on the minute. */
const ANY_LIMIT = ['timeout', 'memory_limit', 'process_limit', 'output_limit'] as const

/** Takes more than its share. Every endless loop here runs inside limits that the self-test has proved before. */
export const RESOURCE_ATTACKS: readonly Attack[] = [
  {
    name: 'fork bomb',
    code: () => `tried()\nwhile True:\n    try: os.fork()\n    except OSError: pass`,
    timeoutMs: 800,
    verdicts: ANY_LIMIT,
  },
  {
    name: 'thread bomb',
    code: () => `import threading\ntried()\nwhile True: threading.Thread(target=time.sleep, args=(99,)).start()`,
    timeoutMs: 2000,
    verdicts: ANY_LIMIT,
  },
  {
    name: 'memory bomb',
    code: () => `tried()\nhoard = []\nwhile True: hoard.append(bytearray(1 << 20))`,
    verdicts: ['memory_limit'],
  },
  {
    name: 'memory bomb by forks',
    code: () => `tried()
for _ in range(8):
    if os.fork() == 0:
        hoard = [bytearray(1 << 20) for _ in range(100)]
        time.sleep(9)
        os._exit(0)
time.sleep(9)`,
    timeoutMs: 1500,
    verdicts: ANY_LIMIT,
  },
  {
    name: 'memory bomb by mmap',
    code: () => `import mmap
tried()
maps = []
while True:
    m = mmap.mmap(-1, 8 << 20)
    for at in range(0, len(m), 4096): m[at] = 1
    maps.append(m)`,
    verdicts: ['memory_limit', 'timeout'],
  },
  {
    name: 'one allocation of 20 GB',
    code: () => `tried()\nx = b'x' * (20 << 30)\nescaped('20 GB')`,
    also: ({ exitCode }) => exitCode !== 0,
  },
  {
    name: 'decompression bomb',
    code: () => `import zlib
c = zlib.compressobj()
packed = b''.join(c.compress(bytes(1 << 20)) for _ in range(300)) + c.flush()
tried()
data = zlib.decompress(packed)
escaped(len(data))`,
    also: ({ exitCode }) => exitCode !== 0,
  },
  {
    name: 'endless stdout',
    code: () => `tried()\nwhile True: print('x' * 1000)`,
    verdicts: ['output_limit'],
    also: ({ truncated, stdout }) => truncated && Buffer.byteLength(stdout) <= 102_400,
  },
  {
    name: 'endless stderr',
    code: () => `tried()\nwhile True: sys.stderr.write('x' * 1000 + chr(10))`,
    verdicts: ['output_limit'],
  },
  {
    name: 'one giant line',
    code: () => `tried()\nwhile True: os.write(1, b'x' * 65536)`,
    verdicts: ['output_limit'],
  },
  {
    name: 'disk fill',
    code: () => `n = 0
for folder in ('/box', '/tmp', '/dev/shm'):
    try:
        for i in range(40):
            with open(f'{folder}/{i}', 'wb') as f:
                for _ in range(8): n += f.write(bytes(1 << 20))
    except OSError: pass
tried()
if n > (80 << 20): escaped(n)`,
    timeoutMs: 8000,
    // What is on the disk is memory: either limit may come first.
    also: ({ stdout, verdict }) => stdout.includes('tried') || verdict === 'memory_limit',
  },
  {
    name: 'a million files',
    code: () => `tried()
for i in range(1_000_000): open(f'/box/{i}', 'w').close()
escaped('a million files')`,
    timeoutMs: 1500,
    verdicts: ANY_LIMIT,
  },
  {
    name: 'sparse file of a terabyte',
    code: () => `tried()
with open('/box/sparse', 'wb') as f: attempt('a terabyte', lambda: os.ftruncate(f.fileno(), 1 << 40) or os.fstat(f.fileno()).st_size > (64 << 20))`,
  },
  {
    name: 'memory file without a name',
    code: () => `tried()
fd = os.memfd_create('x')
for _ in range(2000): os.write(fd, bytes(1 << 20))
escaped('2 GB in a memory file')`,
    also: ({ exitCode }) => exitCode !== 0,
  },
  {
    name: 'deep folders',
    code: () => `depth = 0
try:
    while depth < 20000:
        os.mkdir('d'); os.chdir('d'); depth += 1
except OSError: pass
tried()`,
    timeoutMs: 3000,
    also: ({ verdict, stdout }) => verdict !== null || stdout.includes('tried'),
  },
  {
    name: 'eight CPU burners',
    code: () => `tried()
for _ in range(7):
    if os.fork() == 0: break
while True: pass`,
    timeoutMs: 800,
    verdicts: ['timeout'],
  },
  {
    name: 'a computation that hears no signals',
    code: () => `tried()\nx = 3 ** (1 << 30)`,
    timeoutMs: 600,
    verdicts: ['timeout', 'memory_limit'],
  },
  {
    name: 'deep recursion',
    code: () => `sys.setrecursionlimit(1 << 30)
tried()
f = lambda n: f(n + 1)
f(0)`,
    also: ({ exitCode }) => exitCode !== 0,
  },
  {
    name: 'descriptor exhaustion',
    code: () => `held = []
try:
    for _ in range(5000): held.append(os.open('/box', os.O_RDONLY))
    escaped('5000 descriptors')
except OSError: pass
for fd in held: os.close(fd)
tried()`,
  },
  {
    name: 'many writers on one pipe',
    code: () => `tried()
for _ in range(20):
    if os.fork() == 0: break
for _ in range(100_000): os.write(1, b'y' * 4096)`,
    timeoutMs: 5000,
    verdicts: ANY_LIMIT,
  },
  {
    name: 'zombies',
    code: () => `n = 0
for _ in range(500):
    try:
        if os.fork() == 0: os._exit(0)
        n += 1
    except OSError: break
if n > 300: escaped(n)
tried()`,
    memoryMb: 512,
  },
  {
    name: 'ignored signals',
    code: () => `for n in range(1, 65):
    try: signal.signal(n, signal.SIG_IGN)
    except (OSError, ValueError): pass
tried()
while True: time.sleep(1)`,
    timeoutMs: 500,
    verdicts: ['timeout'],
  },
  {
    name: 'double-forked daemon',
    code: () => `tried()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for fd in range(3): os.close(fd)
        while True: time.sleep(1)
    os._exit(0)
os.wait()`,
    exitCode: 0,
  },
  {
    name: 'orphan that keeps stdout',
    code: () => `tried()
if os.fork() == 0:
    while True: time.sleep(1)
os._exit(0)`,
    exitCode: 0,
    also: ({ executionMs }) => executionMs < 5000,
  },
  {
    name: 'asleep for ever',
    code: () => `tried()\ntime.sleep(1 << 20)`,
    timeoutMs: 400,
    verdicts: ['timeout'],
  },
]
