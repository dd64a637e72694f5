import type { HtmlBytes } from '#base/html-slot.ts'
import type { Task } from '#platform/threads.ts'
import type { DrawnDiff } from '../view.ts'
import type { CodeDrawing, CodeJob, ColourJob, DiffJob } from './draw-job.ts'

/** The time limit of a grammar; after it the page shows the text without colours. */
const DEADLINE_MS = 4_000

// Only the thread imports the highlighter: the web process starts 50 ms faster without it.
export const drawCodeTask: Task<CodeJob, CodeDrawing> = {
  name: 'draw-code',
  deadlineMs: DEADLINE_MS,
  run: async (job) => (await import('./draw-in-thread.ts')).drawCode(job),
}

/** Longer, because the reader sees the text already. */
const COLOURS_DEADLINE_MS = 8_000

export const drawColoursTask: Task<ColourJob, HtmlBytes> = {
  name: 'draw-colours',
  deadlineMs: COLOURS_DEADLINE_MS,
  run: async (job) => (await import('./draw-in-thread.ts')).drawColours(job),
}

export const drawDiffTask: Task<DiffJob, DrawnDiff> = {
  name: 'draw-diff',
  deadlineMs: DEADLINE_MS,
  run: async (job) => (await import('./draw-in-thread.ts')).drawDiff(job),
}
