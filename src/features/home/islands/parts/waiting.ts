import { signal } from '@preact/signals'
import { announce } from '#browser/announce.ts'
import { call, type Outcome } from '#browser/api.ts'
import { toast } from '#browser/toast.ts'
import type { MovedNote, OpenTask } from '#features/inbox/waiting.ts'
import type { TodayWords } from '../../messages/today.ts'

/** The lists that the page rendered; null until the island starts. */
export const moved = signal<readonly MovedNote[] | null>(null)
/** The ticked tasks by `keyOf`. They stay in the list, so that a tick can be taken back. */
export const ticked = signal<ReadonlySet<string>>(new Set())

/** The times that the server returned last, because every write of a note sends the time that it saw. */
const updatedAt = new Map<string, string>()
/** Writes of one note wait for each other. */
const queues = new Map<string, Promise<void>>()

export function keyOf({ noteId, index }: Pick<OpenTask, 'noteId' | 'index'>): string {
  return `${noteId} ${index}`
}

function inTurn(noteId: string, run: () => Promise<void>): void {
  queues.set(noteId, (queues.get(noteId) ?? Promise.resolve()).then(run))
}

export function tick(task: OpenTask, t: TodayWords): void {
  const isTicked = !ticked.value.has(keyOf(task))
  setTicked(task, isTicked)
  inTurn(task.noteId, async () => {
    const body = { index: task.index, checked: isTicked, prev_updated_at: seenOf(task) }
    const answer = await call<{ updated_at: string }>('POST', `/api/sticky-notes/note/${task.noteId}/task`, { body })
    if (answer.outcome !== 'done') {
      setTicked(task, !isTicked)
      return showError(answer, t)
    }
    updatedAt.set(task.noteId, answer.data.updated_at)
    announce(isTicked ? t.ticked : t.unticked)
  })
}

function setTicked(task: OpenTask, isTicked: boolean): void {
  const others = [...ticked.value].filter((key) => key !== keyOf(task))
  ticked.value = new Set(isTicked ? [...others, keyOf(task)] : others)
}

/** The note stays on the lines where it was found; the server quotes their new text. */
export function keepHere(note: MovedNote, t: TodayWords): void {
  const { noteId, lines } = note
  if (!lines) return
  const before = moved.value
  moved.value = before?.filter((each) => each.noteId !== noteId) ?? null
  inTurn(noteId, async () => {
    const body = { line_start: lines.start, line_end: lines.end, prev_updated_at: seenOf(note) }
    const answer = await call<{ updated_at: string }>('PUT', `/api/sticky-notes/note/${noteId}`, { body })
    if (answer.outcome !== 'done') {
      // Another note may have left the list meanwhile.
      moved.value = before?.filter((each) => each.noteId === noteId || moved.value?.includes(each)) ?? null
      return showError(answer, t)
    }
    updatedAt.set(noteId, answer.data.updated_at)
    toast({ text: t.fits })
  })
}

function seenOf({ noteId, updatedAt: rendered }: Pick<OpenTask, 'noteId' | 'updatedAt'>): string {
  return updatedAt.get(noteId) ?? rendered
}

function showError(answer: Exclude<Outcome<unknown>, { outcome: 'done' }>, t: TodayWords): void {
  const isStale = answer.outcome === 'refused' && answer.refusal.status < 500
  if (!isStale) return toast({ text: t.notSaved, kind: 'error' })
  toast({ text: t.conflict, kind: 'error', action: { label: t.reload, run: () => window.location.reload() } })
}
