import { highlightLines } from '#base/highlight/highlight.ts'
import { highlightName } from '#base/language/language.ts'
import { sha256 } from '#platform/crypto.ts'
import { boundedCache } from '../bounded-cache.ts'
import type { OutlineItem } from '../view.ts'
import { type PaintedText, type PaintJob, paintText } from './paint.ts'

/** `plain`: the colours could not be had, and the page says so. */
export type Painted = { lines: string[]; plain: boolean; outline: readonly OutlineItem[] }
export type PaintFar = (job: PaintJob) => Promise<PaintedText>
export type Painter = (text: string, language: string) => Promise<Painted>

/** Below it (about a thousand lines) colouring takes a few milliseconds, less than the way to a thread and back. */
export const NEAR_CHARS = 32_000
/** In characters of source; painted they weigh about six bytes each. */
const CACHE_CHARS = 8_000_000

/** Colours each text once, near when it is small and in a thread when it is not. */
export function createPainter(paintFar: PaintFar): Painter {
  const cache = boundedCache<Promise<Painted>>(CACHE_CHARS)
  return (text, language) => {
    const grammar = highlightName(language)
    const key = `${grammar ?? ''} ${sha256(text).toString('base64')}`
    const known = cache.get(key)
    if (known) return known
    const painted = paint(text, grammar, paintFar)
    // Next time there may be less to do, so a failure is not remembered.
    void painted.then(({ plain }) => plain && cache.drop(key))
    return cache.put(key, painted, text.length + 1)
  }
}

async function paint(text: string, grammar: string | null, far: PaintFar): Promise<Painted> {
  if (text === '') return { lines: [], plain: false, outline: [] }
  const job = { text, grammar }
  try {
    const { html, outline } = text.length <= NEAR_CHARS || grammar === null ? await paintText(job) : await far(job)
    return { lines: html.split('\n'), plain: false, outline }
  } catch {
    // A grammar that ran away, or a thread that died: the text itself is there in any case.
    return { lines: highlightLines(text, null), plain: true, outline: [] }
  }
}
