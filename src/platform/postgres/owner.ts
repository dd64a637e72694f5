import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Who the server runs as: PostgreSQL refuses root, so root hands it to somebody else; everyone else runs it themselves. */
export type Owner = { uid: number; gid: number } | undefined

export function serverOwner(): Owner {
  if (process.getuid?.() !== 0) return undefined
  const users = new Map(readFileSync('/etc/passwd', 'utf8').split('\n').map(passwdEntry))
  return users.get('postgres') ?? users.get('nobody')
}

function passwdEntry(line: string): [string, { uid: number; gid: number }] {
  const [name = '', , uid, gid] = line.split(':')
  return [name, { uid: Number(uid), gid: Number(gid) }]
}

/** `test -x` or `test -w`, asked as the owner: only the kernel knows every rule about folders above and groups. */
export function ownerMay(flag: '-x' | '-w', path: string, owner: Owner): boolean {
  return spawnSync('test', [flag, path], { cwd: '/', ...owner }).status === 0
}
