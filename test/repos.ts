import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMirrors } from '#platform/git/mirrors.ts'
import { moveNotes, notedPaths } from '#features/notes/public.ts'
import { repoJobs } from '#features/repos/jobs.ts'
import { testApp, type TestUser } from './app.ts'
import { startGitServer } from './git-server.ts'
import { runOnce } from './job.ts'

/** The app with a git server beside it, and a disk of its own for mirrors. */
export async function repoStage(environment: Record<string, string> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'codeshelf-mirrors-'))
  const server = await startGitServer()
  const app = await testApp({ MIRRORS_DIR: dir, REPO_TEST_HOSTS: 'true', RATE_LIMIT_FACTOR: '1000', ...environment })
  const mirrors = openMirrors(app.config.repos)
  const [sync, sweep] = repoJobs({ mirrors, notes: { notedPaths, moveNotes } })
  if (!sync || !sweep) throw new Error('no jobs')
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
      if (added.status !== 201) throw new Error(added.text)
      await runOnce(app, sync.run)
      return idOf(added.body)
    },
    async resync(person: TestUser, id: string) {
      app.advance(1)
      await person.post(`/api/repos/${id}/sync`)
      return runOnce(app, sync.run)
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

function idOf(body: Record<string, unknown>): string {
  const { repo } = body
  if (typeof repo === 'object' && repo !== null && 'id' in repo && typeof repo.id === 'string') return repo.id
  throw new Error('no repo in the answer')
}
