import { pino } from 'pino'
import type { UserCtx } from '#platform/ctx.ts'
import { noAgentAudit } from '#platform/ctx.ts'
import { openCodeIndex } from '#platform/code-index/client.ts'
import { openIndexer } from '#platform/code-index/indexer.ts'
import type { CodeQuery } from '#platform/code-index/query.ts'
import { newId, newToken } from '#platform/random.ts'
import { processSlots } from '#platform/slots.ts'
import { runInline } from '#platform/threads.ts'
import { remindOfChanges } from '#features/reminders/public.ts'
import { diskJobs } from '#features/repos/jobs.ts'
import { openRepo, searchRepos } from '#features/repos/public.ts'
import { runOnce } from './job.ts'
import { type RepoStage, repoStage, type TestUser } from './repos.ts'
import { startZoekt } from './zoekt.ts'

export const LIMITS = { files: 500, lines: 5_000, linesPerFile: 50, lineChars: 300, indexMs: 5_000, ms: 5_000 }

/** A query of one text, with whatever else is given. */
export function queryFor(text: string, more: Partial<CodeQuery> = {}): CodeQuery {
  const terms = [{ kind: 'text' as const, text, isNegated: false }]
  return { terms, isCaseSensitive: false, languages: [], paths: [], ...more }
}

/** The app with a git server and a real code index beside it. */
export async function indexStage(bin: string) {
  const zoekt = await startZoekt(bin)
  const stage = await repoStage({ ZOEKT_URL: zoekt.url, ZOEKT_INDEX: zoekt.dir, ZOEKT_GIT_INDEX: zoekt.program })
  const jobsWith = (program: string) =>
    diskJobs(
      stage.mirrors,
      { offload: runInline, remind: remindOfChanges, indexer: openIndexer({ dir: zoekt.dir, program }) },
      { node: null, mayTakeOver: () => false },
    )
  const runJob = (id: string, program = zoekt.program) => {
    const job = jobsWith(program).find((each) => each.id === id)
    if (!job) throw new Error(`no job ${id}`)
    return runOnce(stage.app, job.run)
  }
  return {
    ...stage,
    zoekt,
    index: (program?: string) => runJob('index_mirrors', program),
    sweepIndex: () => runJob('sweep_code_index'),
    /** Adds a repository, syncs and indexes it. */
    async indexed(person: TestUser, name: string): Promise<string> {
      const id = await stage.mirror(person, name)
      await runJob('index_mirrors')
      return id
    },
    search: searcher(stage, zoekt.url),
    async [Symbol.asyncDispose]() {
      await stage[Symbol.asyncDispose]()
      await zoekt[Symbol.asyncDispose]()
    },
  }
}

export type IndexStage = Awaited<ReturnType<typeof indexStage>>

/** Searches repositories of a person as a service does. */
function searcher({ app, mirrors }: RepoStage, url: string) {
  const codeIndex = openCodeIndex({ url })
  const log = pino({ level: 'silent' })
  return async (
    person: TestUser,
    names: readonly string[],
    query: CodeQuery,
    options: { at?: string; by?: 'git'; ms?: number; signal?: AbortSignal } = {},
  ) => {
    const ctx: UserCtx = {
      db: app.db,
      now: app.clock.now,
      emit: (type) => log.info(type.name),
      newId: () => newId(app.clock.now),
      newToken,
      mirrors,
      codeIndex: options.by === 'git' ? null : codeIndex,
      slots: processSlots(),
      maxFileBytes: 0,
      spoolDir: app.config.spoolDir,
      offload: runInline,
      requestId: 'test',
      locale: 'he',
      user: { id: person.id, role: 'user', firstName: person.name },
      recordAgentWrite: noAgentAudit,
    }
    const repos = await Promise.all(names.map((name) => openRepo(ctx, name, { at: options.at })))
    const ms = options.ms ?? LIMITS.ms
    const limits = { ...LIMITS, indexMs: ms, ms }
    return searchRepos(ctx, { repos, query, limits, signal: options.signal })
  }
}
