import { openOutbox } from '#browser/outbox.ts'
import { deviceNow, newKey } from '#browser/page-life.ts'
import { Notebook } from './notebook.ts'
import { noteTransport } from './transport.ts'

/** Whose notes: those of a file, or of a board. */
export type NotesOf = { of: 'file' | 'board'; id: string }

const KINDS = {
  file: { home: '/api/sticky-notes', place: 'notes', page: '/file' },
  board: { home: '/api/sticky-notes/board', place: 'board', page: '/boards' },
} as const

/** Those notes in this browser. */
export function openNotebook({ of, id }: NotesOf): Notebook {
  const { home, place } = KINDS[of]
  return new Notebook({
    transport: noteTransport(`${home}/${id}`),
    outbox: openOutbox(`${place}/${id}`),
    now: deviceNow,
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    newKey,
  })
}

export function pageOf({ of, id }: NotesOf): string {
  return `${KINDS[of].page}/${id}`
}

/** Whose notes a place in the browser's memory is about. */
export function placeNotes(place: string): NotesOf[] {
  const [kind, id] = place.split('/')
  if (id === undefined) return []
  return (['file', 'board'] as const).filter((of) => KINDS[of].place === kind).map((of) => ({ of, id }))
}
