import type { Attack } from './attack.ts'

/** Only addresses of this machine, with and without the wall. */
export const NETWORK_ATTACKS: readonly Attack[] = [
  {
    name: 'TCP to a listener on 127.0.0.1',
    code: ({ tcp4 }) => `attempt('tcp4', lambda: socket.create_connection(('127.0.0.1', ${tcp4}), 2))\ntried()`,
    control: true,
  },
  {
    name: 'TCP to a listener on ::1',
    code: ({ tcp6 }) => `def go():
    s = socket.socket(socket.AF_INET6); s.settimeout(2); s.connect(('::1', ${tcp6})); return True
attempt('tcp6', go)
tried()`,
    control: true,
  },
  {
    name: 'UDP to 127.0.0.1',
    code: ({ udp }) => `def go():
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(0.5)
    s.sendto(b'hello', ('127.0.0.1', ${udp})); return s.recv(10) == b'reached'
attempt('udp', go)
tried()`,
    control: true,
  },
  {
    name: 'a unix socket of the host',
    code: ({ unix }) => `def go():
    s = socket.socket(socket.AF_UNIX); s.settimeout(2); s.connect('${unix}'); return True
attempt('unix', go)
tried()`,
    control: true,
  },
  {
    name: 'a unix socket without a file',
    code: ({ abstract }) => `def go():
    s = socket.socket(socket.AF_UNIX); s.settimeout(2); s.connect('\\0${abstract}'); return True
attempt('abstract', go)
tried()`,
    control: true,
  },
  {
    name: 'the port of the database',
    code: ({ databasePort }) =>
      `attempt('port', lambda: socket.create_connection(('127.0.0.1', ${databasePort}), 2))\ntried()`,
    control: true,
  },
  {
    name: 'the socket of the database',
    code: ({ databaseSocket }) => `def go():
    s = socket.socket(socket.AF_UNIX); s.settimeout(2); s.connect('${databaseSocket}'); return True
attempt('socket', go)
tried()`,
    control: true,
  },
  {
    name: 'a name asked of a resolver on 127.0.0.1',
    code: ({ resolver }) => `def go():
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(0.5)
    s.sendto(bytes.fromhex('123401000001000000000000') + bytes([6]) + b'canary' + bytes([4]) + b'test' + bytes([0, 0, 1, 0, 1]), ('127.0.0.1', ${resolver}))
    return s.recv(100)
attempt('name', go)
attempt('resolv.conf', lambda: open('/etc/resolv.conf', 'w').write('nameserver 127.0.0.1'))
tried()`,
  },
  {
    name: 'unusual kinds of sockets',
    code: () => `for family, kind, protocol in ((40, 1, 0), (16, 3, 15), (17, 3, 768), (2, 3, 1), (2, 3, 255), (38, 5, 0), (31, 3, 1), (29, 3, 1), (44, 3, 0), (15, 3, 2), (21, 5, 0), (30, 1, 0), (39, 1, 1)):
    def go():
        s = socket.socket(family, kind, protocol)
        if family == 16:  # netlink of an empty network is no way out; it must show nothing but loopback
            return any(name != 'lo' for _, name in socket.if_nameindex())
        return True
    attempt((family, kind), go)
tried()`,
  },
  {
    name: 'vsock to the host',
    code: () => `def go():
    s = socket.socket(40, socket.SOCK_STREAM); s.settimeout(1); s.connect((1, 5005)); return True
attempt('vsock', go)
tried()`,
  },
  {
    name: 'network interfaces',
    code: () => `attempt('interfaces', lambda: [name for _, name in socket.if_nameindex() if name != 'lo'] or None)
attempt('routes', lambda: len(open('/proc/net/route').read().splitlines()) > 1)
tried()`,
  },
  {
    name: 'a listener that the host could reach',
    code: ({ freePort }) => `try:
    s = socket.socket(); s.bind(('127.0.0.1', ${freePort})); s.listen()
except OSError: pass
tried()
time.sleep(1)`,
  },
]
