import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMirrors } from '#platform/git/mirrors.ts'
import { repoJobs } from '#features/repos/jobs.ts'
import { replyOf, testApp, type TestUser } from './app.ts'
import { startGitServer } from './git-server.ts'
import { runOnce } from './job.ts'

/** The app with a git server beside it, and a disk of its own for mirrors. */
export async function repoStage(environment: Record<string, string> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'codeshelf-mirrors-'))
  const server = await startGitServer()
  const app = await testApp({ MIRRORS_DIR: dir, REPO_TEST_HOSTS: 'true', RATE_LIMIT_FACTOR: '1000', ...environment })
  const mirrors = openMirrors(app.config.repos)
  const [sync, sweep] = repoJobs(mirrors)
  if (!sync || !sweep) throw new Error('no jobs')
  /** The sync job with a time limit of its own, for servers that do not answer. */
  const syncWithin = (seconds: number) =>
    repoJobs(openMirrors({ ...app.config.repos, syncSeconds: seconds }))[0] ?? sync
  return {
    app,
    server,
    dir,
    mirrors,
    syncJob: sync,
    sweep: () => runOnce(app, sweep.run),
    /** What the worker would do now. */
    sync: () => runOnce(app, sync.run),
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
