import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { UserId } from '#base/ids.ts'
import { listDirectory, repack } from '../disk.ts'
import { GitFailure } from '../process.ts'
import { readGit } from '../run.ts'
import type { Trees } from './build-commits.ts'
import { createPack } from './pack-file.ts'

/** Up to which commit of the log the repository on disk goes. */
export type Position = { seq: number; head: string | null }

/** Beside the mirrors. Their folders have names of two hex digits, so nothing else looks in here. */
const FOLDER = 'libraries'
export const MAIN = 'refs/heads/main'
const MAX_TREE_BYTES = 512 * 1024 * 1024
const NAME = /^(\d+)-(\d+)\.git$/

/** A repository that holds a copy of a library. The database is the truth: this folder may be deleted at any time. */
export type Library = ReturnType<typeof libraryIn>

/** `generation`: of the history. A rewritten one gets a new folder, so that nothing of the old one is left in it. */
export function libraryIn(mirrorsDir: string, userId: UserId, generation: number) {
  if (!/^\d+$/.test(userId)) throw new Error('not a user id')
  const dir = join(mirrorsDir, FOLDER, userId.slice(-2).padStart(2, '0'), `${userId}-${generation}.git`)
  return {
    dir,
    /** Creates the folder if needed, and returns how far it is. */
    async open(): Promise<Position> {
      const position = await readPosition(dir)
      if (position) {
        await setMain(dir, position.head)
        await utimes(dir, new Date(), new Date())
        return position
      }
      await createFolder(dir)
      return { seq: 0, head: null }
    },
    /** Null when there is none. */
    position: () => readPosition(dir),
    createPack: () => createPack(join(dir, 'objects', 'pack')),
    trees: (commit: string) => readTrees(dir, commit),
    /** All objects up to here are in the folder. */
    async moveTo(position: Position): Promise<void> {
      await writeWhole(join(dir, POSITION), JSON.stringify(position))
      await setMain(dir, position.head)
      await repack(dir)
    },
    main: () => readMain(dir),
    /** The folder in which git keeps the objects of a push, as its hook names it. */
    quarantine(path: string): string {
      const within = join(dir, 'objects')
      const folder = resolve(dir, path)
      if (!folder.startsWith(`${within}/`)) throw new Error('not a folder of this repository')
      return folder
    },
    remove: () => removeFolder(dir),
  }
}

/** Every folder of a commit, as git stores it. */
async function readTrees(dir: string, commit: string): Promise<Trees> {
  const limits = { seconds: 60, memoryMb: 1024 }
  const list = [
    `--git-dir=${dir}`,
    'ls-tree',
    '-r',
    '-d',
    '-z',
    '--full-tree',
    '--format=%(objectname) %(path)',
    commit,
  ]
  const folders = (await readGit({ args: list, ...limits }, MAX_TREE_BYTES)).bytes.toString('latin1').split('\0')
  const named = [`${commit}^{tree} `, ...folders.filter((line) => line !== '')].map((line) => {
    const space = line.indexOf(' ')
    return { object: line.slice(0, space), path: line.slice(space + 1) }
  })
  const input = named.map(({ object }) => `${object}\n`).join('')
  const read = [`--git-dir=${dir}`, 'cat-file', '--batch', '--buffer']
  const { bytes } = await readGit({ args: read, input, ...limits }, MAX_TREE_BYTES)
  let at = 0
  return new Map(
    named.map(({ path }) => {
      const start = bytes.indexOf(10, at) + 1
      const size = Number(bytes.toString('latin1', at, start - 1).split(' ')[2])
      if (!Number.isInteger(size)) throw new GitFailure('failed', 'a tree is missing')
      at = start + size + 1
      return [path, bytes.subarray(start, start + size)]
    }),
  )
}

const POSITION = 'codeshelf-position'

async function readPosition(dir: string): Promise<Position | null> {
  const text = await readFile(join(dir, POSITION), 'utf8').catch(() => null)
  if (text === null) return null
  const value: unknown = JSON.parse(text)
  return isPosition(value) ? value : null
}

function isPosition(value: unknown): value is Position {
  return typeof value === 'object' && value !== null && 'seq' in value && 'head' in value
}

async function readMain(dir: string): Promise<string | null> {
  return (await readFile(join(dir, MAIN), 'latin1').catch(() => '')).trim() || null
}

async function setMain(dir: string, head: string | null): Promise<void> {
  if ((await readMain(dir)) === head) return
  if (head === null) await rm(join(dir, MAIN), { force: true })
  else await writeWhole(join(dir, MAIN), `${head}\n`)
}

/** Readers see the old content or the new one. */
async function writeWhole(path: string, content: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  try {
    await writeFile(temporary, content)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** What `git init --bare` makes, and our hook. Written last, the position makes it a whole repository. */
async function createFolder(dir: string): Promise<void> {
  for (const folder of ['objects/pack', 'objects/info', 'refs/heads', 'hooks'])
    await mkdir(join(dir, folder), { recursive: true, mode: 0o700 })
  await writeFile(join(dir, 'HEAD'), `ref: ${MAIN}\n`)
  await writeFile(join(dir, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n')
  await writeFile(join(dir, 'hooks', 'pre-receive'), HOOK, { mode: 0o700 })
  await writeWhole(join(dir, POSITION), JSON.stringify({ seq: 0, head: null }))
}

/**
 * Hands the push to the web process over the socket that git inherited, and waits for the answer. Without an answer, for
 * example because the process is gone, the push is refused.
 */
const HOOK = `#!/bin/sh
{ printf '%s\\n' "$GIT_QUARANTINE_PATH"; cat; printf 'end\\n'; } >&3
while IFS= read -r line <&3; do
  case $line in
    accept) exit 0 ;;
    refuse) exit 1 ;;
    *) printf '%s\\n' "\${line#say }" >&2 ;;
  esac
done
echo 'The server did not answer.' >&2
exit 1
`

/** Renamed first: a git that still reads it fails at once instead of finding half of the files. */
async function removeFolder(dir: string): Promise<void> {
  const gone = `${dir}.gone-${randomUUID()}`
  const isThere = await rename(dir, gone).then(
    () => true,
    () => false,
  )
  if (isThere) await rm(gone, { recursive: true, force: true })
}

export type LibraryFolder = { userId: UserId; generation: number; usedAt: Date; remove: () => Promise<void> }

/** Every repository of a library on this disk. What an interrupted removal left is removed on the way. */
export async function listLibraries(mirrorsDir: string): Promise<LibraryFolder[]> {
  const root = join(mirrorsDir, FOLDER)
  const found: LibraryFolder[] = []
  for (const shelf of await listDirectory(root))
    for (const name of await listDirectory(join(root, shelf))) {
      const dir = join(root, shelf, name)
      const [, userId, generation] = NAME.exec(name) ?? []
      if (userId === undefined) await rm(dir, { recursive: true, force: true })
      else {
        const usedAt = (await stat(dir).catch(() => null))?.mtime ?? new Date(0)
        const remove = () => removeFolder(dir)
        found.push({ userId: userId as UserId, generation: Number(generation), usedAt, remove })
      }
    }
  return found
}
