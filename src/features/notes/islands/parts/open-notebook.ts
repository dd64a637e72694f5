import { openSaveQueue } from '#browser/save-queue.ts'
import { deviceNow, newLocalId, onPageLifecycle } from '#browser/page-life.ts'
import { Notebook } from './notebook.ts'
import { noteTransport } from './transport.ts'

/** The file or board that the notes belong to. */
export type NotesOf = { of: 'file' | 'board'; id: string }

const KINDS = {
  file: { home: '/api/sticky-notes', scope: 'notes', page: '/file' },
  board: { home: '/api/sticky-notes/board', scope: 'board', page: '/boards' },
} as const

export function openNotebook({ of, id }: NotesOf): Notebook {
  const { home, scope } = KINDS[of]
  return new Notebook({
    transport: noteTransport(`${home}/${id}`),
    saveQueue: openSaveQueue(`${scope}/${id}`),
    now: deviceNow,
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    newKey: newLocalId,
  })
}

/** Saves when the page is left, and catches up when it is seen or online again. Returns how to stop. */
export function keepInSync(book: Notebook, refresh: () => Promise<void> = async () => book.refresh()): () => void {
  return onPageLifecycle({
    leaving: () => book.flush(true),
    back: () => void refresh(),
    online: () => book.awaken(),
  })
}

export function pageOf({ of, id }: NotesOf): string {
  return `${KINDS[of].page}/${id}`
}

/** The file or board that a storage scope belongs to. */
export function notesOfScope(scope: string): NotesOf[] {
  const [kind, id] = scope.split('/')
  if (id === undefined) return []
  return (['file', 'board'] as const).filter((of) => KINDS[of].scope === kind).map((of) => ({ of, id }))
}
