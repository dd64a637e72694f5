import { highlightName } from '#base/language/language.ts'
import { sha256 } from '#platform/crypto.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Task, TaskError } from '#platform/threads.ts'
import { boundedCache } from '#platform/bounded-cache.ts'
import type { DrawnCode, DrawnDiff } from '../view.ts'
import { type CodeJob, drawCodeTask, drawDiffTask, type DiffJob, type Source } from './draw-task.ts'

/** Renders texts as code in worker threads, and caches the result. */
export type CodeRenderer = {
  /** At most `maxBytes` of the text are rendered. */
  code: (ctx: Ctx, source: Source, ask: CodeAsk) => Promise<DrawnCode>
  diff: (ctx: Ctx, ask: { from: Source; to: Source; language: string; views: DiffJob['views'] }) => Promise<DrawnDiff>
}

type CodeAsk = Omit<CodeJob, 'source' | 'grammar'> & { language: string }

const CACHE_BYTES = 48_000_000

export function createCodeRenderer(): CodeRenderer {
  const cache = boundedCache<Promise<DrawnCode>>(CACHE_BYTES)
  return {
    code(ctx, source, { language, ...ask }) {
      const grammar = highlightName(language)
      const key = [grammar, ask.reveal, ask.maxBytes, ask.hiddenLines.join(','), hashOf(source)].join(' ')
      const known = cache.get(key)
      if (known) return known
      const job = { source, grammar, ...ask }
      const drawn: Promise<DrawnCode> = withoutColours(ctx, drawCodeTask, job).then(([drawing, plain]) => ({
        ...drawing,
        plain,
      }))
      void drawn.then(
        // Do not cache an incomplete result: the next attempt may find less load.
        (done) => {
          if (done.plain) cache.drop(key)
          else void cache.put(key, drawn, done.html.bytes.length + 1)
        },
        () => cache.drop(key),
      )
      return cache.put(key, drawn, 1)
    },
    async diff(ctx, { from, to, language, views }) {
      const job = { from, to, grammar: highlightName(language), locale: ctx.locale, views }
      const [drawing] = await withoutColours(ctx, drawDiffTask, job)
      return drawing
    },
  }
}

/** Highlights the text, or renders it without colours when highlighting did not finish. */
async function withoutColours<Job extends { grammar: string | null }, Out>(
  ctx: Ctx,
  task: Task<Job, Out>,
  job: Job,
): Promise<[drawing: Out, plain: boolean]> {
  try {
    return [await ctx.offload(task, job), false]
  } catch (error) {
    if (!(error instanceof TaskError) || job.grammar === null) throw error
    return [await ctx.offload(task, { ...job, grammar: null }), true]
  }
}

function hashOf(source: Source): string {
  return sha256(typeof source === 'string' ? source : source.body).toString('base64')
}
