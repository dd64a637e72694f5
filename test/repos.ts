import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMirrors } from '#platform/git/mirrors.ts'
import { runInline } from '#platform/threads.ts'
import { remindOfChanges } from '#features/reminders/public.ts'
import { repoJobs } from '#features/repos/jobs.ts'
import type { MirrorId } from '#features/repos/repo.ts'
import { replyOf, testApp, type TestUser } from './app.ts'
import { startGitServer } from './git-server.ts'
import { runOnce } from './job.ts'

const SYNC = { offload: runInline, remind: remindOfChanges }

/** The app with a git server beside it, and a disk of its own for mirrors. */
export async function repoStage(environment: Record<string, string> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'codeshelf-mirrors-'))
  const server = await startGitServer()
  const app = await testApp({ MIRRORS_DIR: dir, REPO_TEST_HOSTS: 'true', RATE_LIMIT_FACTOR: '1000', ...environment })
  const mirrors = openMirrors(app.config.repos)
  const jobs = repoJobs(mirrors, SYNC)
  const jobOf = (id: string) => {
    const job = jobs.find((each) => each.id === id)
    if (!job) throw new Error(`no job ${id}`)
    return job
  }
  const [sync, sweepFolders] = [jobOf('sync_repos'), jobOf('sweep_mirror_folders')]
  const [sweepLeft, sweepAll] = [jobOf('sweep_left_mirrors'), jobOf('sweep_mirrors')]
  /** The sync job with a time limit of its own, for servers that do not answer. */
  const syncWithin = (seconds: number) =>
    repoJobs(openMirrors({ ...app.config.repos, syncSeconds: seconds }), SYNC)[0] ?? sync
  const mirrorIdOf = async (repoId: string): Promise<MirrorId> => {
    const { rows } = await app.pool.query<{ id: MirrorId }>('select mirror_id as id from repos where id = $1', [repoId])
    if (!rows[0]) throw new Error(`no repository ${repoId}`)
    return rows[0].id
  }
  return {
    app,
    server,
    dir,
    mirrors,
    syncJob: sync,
    /** What the worker deletes: soon after removals, or once a day. */
    async sweep(which: 'left' | 'all' = 'left') {
      await runOnce(app, (which === 'left' ? sweepLeft : sweepAll).run)
      return runOnce(app, sweepFolders.run)
    },
    /** The mirror of a repository that somebody added. */
    mirrorOf: async (repoId: string) => mirrors.local(await mirrorIdOf(repoId)),
    mirrorIdOf,
    /** The current list of files of its mirror. */
    async filesOf(repoId: string) {
      const { rows } = await app.pool.query<{ path: string; kind: string; oid: string; size: string; named: boolean }>(
        `select f.path, f.kind, f.oid, f.size_bytes as size, f.raw_path is not null as named from mirror_lists l
         join mirror_files f on f.mirror_id = l.mirror_id and f.generation = l.generation
         where l.mirror_id = $1 order by f.path collate "C"`,
        [await mirrorIdOf(repoId)],
      )
      return rows
    },
    /** Its folder on the disk. */
    folderOf: async (repoId: string) => {
      const id = await mirrorIdOf(repoId)
      return join(dir, id.slice(-2), `${id}.git`)
    },
    /** What the worker would do now. */
    sync: () => runOnce(app, sync.run),
    /** Reads the symbols of what was synced. */
    readSymbols: () => runOnce(app, jobOf('read_repo_symbols').run),
    /** Adds it and waits for its first sync. */
    async mirror(person: TestUser, name: string): Promise<string> {
      const added = await person.post('/api/repos', { url: server.url(name) })
      const { id } = replyOf(added).repo
      await runOnce(app, sync.run)
      return id
    },
    async resync(person: TestUser, id: string, { withinSeconds }: { withinSeconds?: number } = {}) {
      app.advance(1)
      await person.post(`/api/repos/${id}/sync`)
      return runOnce(app, (withinSeconds === undefined ? sync : syncWithin(withinSeconds)).run)
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

export type RepoStage = Awaited<ReturnType<typeof repoStage>>
export type { TestUser }
