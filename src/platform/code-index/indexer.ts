import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CodeIndexSettings } from '../config/repos.ts'
import { listDirectory } from '../git/disk.ts'
import { MAX_SEARCHED_BYTES } from '../git/grep.ts'
import type { LocalMirror } from '../git/mirrors.ts'
import { startLimited } from '../limited-process.ts'

/** Hard, for a build that grows without bounds. Go frees memory earlier because of the soft limit. */
const MEMORY_MB = 3_072
const SOFT_MEMORY_MB = 1_024
const SECONDS = 1_800
/** Each sync adds a shard with the changed files. Beyond this many the index is built anew. */
const MAX_SHARDS = 30
/** zoekt would skip texts with more different trigrams than in a usual source file; git searches them, so the index has them. */
const MAX_TRIGRAMS = 1_000_000

const OPTIONS = [
  '-disable_ctags',
  '-submodules=false',
  // Whether there is something to do is known from the database. zoekt looks at the first shard only.
  '-incremental=false',
  '-parallelism=1',
  `-file_limit=${MAX_SEARCHED_BYTES}`,
  `-max_trigram_count=${MAX_TRIGRAMS}`,
]

export class IndexingFailed extends Error {
  /** The end of stderr, for the log only: it may name files. */
  readonly stderr: string

  constructor(message: string, stderr: string) {
    super(message)
    this.name = 'IndexingFailed'
    this.stderr = stderr
  }
}

export type IndexBuild = {
  mirrorId: string
  mirror: LocalMirror
  number: number
  commit: string
  /** Not on top of the existing shards, because they may be incomplete. */
  isFull: boolean
  signal: AbortSignal
}

export type Indexer = ReturnType<typeof openIndexer>

/** Writes the shards of mirrors with `zoekt-git-index`. */
export function openIndexer({ dir, program }: NonNullable<CodeIndexSettings['indexer']>) {
  const shardsOf = async (mirrorId: string) => (await listDirectory(dir)).filter((name) => mirrorOf(name) === mirrorId)
  return {
    /**
     * Builds the index of one commit. zoekt renames several files when it has finished, and a process that is killed meanwhile
     * would leave a mixture; so it builds in a folder of its own, which starts with hard links to the existing shards.
     */
    async build({ mirrorId, mirror, number, commit, isFull, signal }: IndexBuild): Promise<void> {
      const stage = join(dir, 'building', mirrorId)
      // Of a process that was killed.
      await rm(stage, { recursive: true, force: true })
      await mkdir(stage, { recursive: true })
      try {
        if (!isFull) for (const name of await shardsOf(mirrorId)) await link(join(dir, name), join(stage, name))
        // The number is ignored unless there is a name as well.
        const config = `[zoekt]\n\tname = ${mirrorId}\n\trepoid = ${number}\n`
        await using snapshot = await mirror.snapshot(commit, config)
        const delta = isFull ? [] : ['-delta', `-delta_threshold=${MAX_SHARDS}`]
        await runProgram(program, ['-index', stage, ...OPTIONS, ...delta, snapshot.dir], signal)
        await publish(stage, dir, await shardsOf(mirrorId))
      } finally {
        await rm(stage, { recursive: true, force: true })
      }
    },
    /** Of a mirror that was deleted, or that has no files any more, for which zoekt would leave the earlier shards. */
    async remove(mirrorId: string): Promise<void> {
      await removeFiles(dir, await shardsOf(mirrorId))
    },
    /** Ids of all mirrors that have shards. */
    async list(): Promise<string[]> {
      return [...new Set((await listDirectory(dir)).flatMap((name) => mirrorOf(name) ?? []))]
    },
  }
}

/** The mirror of `<id>_v16.00000.zoekt` or `….zoekt.meta`. */
function mirrorOf(name: string): string | null {
  return /^([0-9a-f]{32})_v\d+\.\d{5}\.zoekt(\.meta)?$/.exec(name)?.[1] ?? null
}

const isMeta = (name: string) => name.endsWith('.meta')

/**
 * Moves what is new, then deletes what was replaced. The server watches the folder and loads a shard as soon as it comes; its
 * replies name the commit of each file. A `.meta` file says which files of its shard are out of date. Old ones are deleted
 * first: the server would load one with the new shard and keep it. New ones come last: they hide files whose new text is in
 * a new shard.
 */
async function publish(stage: string, dir: string, before: readonly string[]): Promise<void> {
  const built = (await readdir(stage)).filter((name) => mirrorOf(name) !== null)
  const replaced = before.filter((name) => !built.includes(name))
  await removeFiles(dir, replaced.filter(isMeta))
  for (const name of [...built.filter((each) => !isMeta(each)), ...built.filter(isMeta)]) {
    const [from, to] = [join(stage, name), join(dir, name)]
    const isSame = (await stat(from)).ino === (await stat(to).catch(() => null))?.ino
    if (!isSame) await rename(from, to)
  }
  await removeFiles(dir, replaced)
}

async function removeFiles(dir: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(dir, name), { force: true })
}

/** At low priority, with limits of time and memory, and without the environment of this process. */
async function runProgram(program: string, args: readonly string[], signal: AbortSignal): Promise<void> {
  const env = { PATH: process.env['PATH'], GOMEMLIMIT: `${SOFT_MEMORY_MB}MiB`, GOMAXPROCS: '1', LC_ALL: 'C.UTF-8' }
  const started = startLimited({ program, args, env, seconds: SECONDS, memoryMb: MEMORY_MB, niceness: 10, signal })
  started.stdout.resume()
  const { code, stopped, stderr } = await started.exit
  signal.throwIfAborted()
  if (code !== 0) throw new IndexingFailed(`${program} ended with ${stopped ?? code}`, stderr)
}
