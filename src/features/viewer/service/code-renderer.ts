import { highlightName, proseKind } from '#base/language/language.ts'
import type { HtmlBytes } from '#base/html-slot.ts'
import { sha256 } from '#platform/crypto.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { TextSource } from '#platform/db/body-codec.ts'
import { type Task, TaskError } from '#platform/threads.ts'
import { boundedCache } from '#platform/bounded-cache.ts'
import { formatHash, type LineRange } from '../line-range.ts'
import type { DrawnCode, DrawnDiff, LineMark } from '../view.ts'
import type { CodeJob, DiffJob } from './draw-job.ts'
import { drawCodeTask, drawColoursTask, drawDiffTask } from './draw-task.ts'

/** Renders texts as code in worker threads, and caches the result. */
export type CodeRenderer = {
  /** At most `maxBytes` of the text are rendered. */
  code: (ctx: Ctx, source: TextSource, ask: CodeAsk) => Promise<DrawnCode>
  /** The outline and the highlighted lines of a large text; null when highlighting did not finish. */
  colours: (ctx: Ctx, source: TextSource, language: string) => Promise<HtmlBytes | null>
  diff: (ctx: Ctx, ask: DiffAsk) => Promise<DrawnDiff>
}

type DiffAsk = { from: TextSource; to: TextSource; language: string; views: DiffJob['views'] }

type CodeAsk = Omit<CodeJob, 'source' | 'grammar' | 'prose' | 'range' | 'marks' | 'isLarge'> & {
  range?: LineRange | null
  marks?: readonly LineMark[]
  isLarge?: boolean
}

const CACHE_BYTES = 48_000_000
const COLOURS_CACHE_BYTES = 24_000_000

export function createCodeRenderer(): CodeRenderer {
  const cache = boundedCache<Promise<DrawnCode>>(CACHE_BYTES)
  return {
    code(ctx, source, { language, range = null, marks = [], isLarge = false, ...ask }) {
      const look = lookOf(language)
      const lines = range && formatHash(range)
      const marked = marks.map(({ line, numbers }) => `${line}:${numbers.join('+')}`)
      const key = [
        language,
        ask.reveal,
        isLarge,
        ask.maxBytes,
        lines,
        ask.hiddenLines.join(),
        marked.join(),
        hashOf(source),
      ].join(' ')
      const known = cache.get(key)
      if (known) return known
      const job = { source, language, ...look, range, marks, isLarge, ...ask }
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
    colours: colourReader(),
    diff: drawDiff,
  }
}

async function drawDiff(ctx: Ctx, { from, to, language, views }: DiffAsk): Promise<DrawnDiff> {
  const job = { from, to, ...lookOf(language), locale: ctx.locale, views }
  const [drawing] = await withoutColours(ctx, drawDiffTask, job)
  return drawing
}

function lookOf(language: string) {
  return { grammar: highlightName(language), prose: proseKind(language) }
}

function colourReader(): CodeRenderer['colours'] {
  const cache = boundedCache<HtmlBytes>(COLOURS_CACHE_BYTES)
  return async (ctx, source, language) => {
    const grammar = highlightName(language)
    const key = `${language} ${hashOf(source)}`
    const known = cache.get(key)
    if (known) return known
    try {
      const drawn = await ctx.offload(drawColoursTask, { source, language, grammar })
      return cache.put(key, drawn, drawn.bytes.length)
    } catch (error) {
      if (!(error instanceof TaskError)) throw error
      return null
    }
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

function hashOf(source: TextSource): string {
  return sha256(typeof source === 'string' ? source : source.body).toString('base64')
}
