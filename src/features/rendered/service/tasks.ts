import { escapeHtml } from '#base/html.ts'
import type { HtmlBytes } from '#base/html-slot.ts'
import { type TextSource, textOf } from '#platform/db/body-codec.ts'
import { toHtmlBytes } from '#platform/html-bytes.ts'
import type { Task } from '#platform/threads.ts'
import { firstPart, type RenderedHtml } from '../rendering.ts'
import type { MarkdownJob } from './markdown-job.ts'

/** Ordinary texts take milliseconds. A text that takes longer is shown as its source. */
const DEADLINE_MS = 5_000

// Only the thread imports the parsers, so that the web process starts faster.
export const renderMarkdownTask: Task<MarkdownJob, RenderedHtml> = {
  name: 'render-markdown',
  deadlineMs: DEADLINE_MS,
  run: async (job) => (await import('./render-in-thread.ts')).renderMarkdownSource(job),
}

/** A sanitised page; null when it would overload the parser. */
export const sanitizePageTask: Task<TextSource, HtmlBytes | null> = {
  name: 'sanitize-page',
  deadlineMs: DEADLINE_MS,
  run: async (source) => (await import('./render-in-thread.ts')).sanitizePageSource(source),
}

/** The source of a text as HTML, for texts that cannot be rendered. */
export const escapeTask: Task<{ source: TextSource; maxChars: number }, { html: HtmlBytes; rest: boolean }> = {
  name: 'escape-source',
  deadlineMs: DEADLINE_MS,
  run({ source, maxChars }) {
    const { part, rest } = firstPart(textOf(source), maxChars)
    return { html: toHtmlBytes(escapeHtml(part)), rest }
  },
}
