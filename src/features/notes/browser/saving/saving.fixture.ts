import type { Answer } from './answer.ts'
import type { Entry, Flight } from './entry.ts'
import type { Fields, Stored } from './fields.ts'

export const FIELDS: Fields = {
  title: '',
  content: '',
  position: { x: 100, y: 100 },
  size: { width: 250, height: 200 },
  color: 'yellow',
  tags: [],
  isMinimized: false,
  mode: 'anchored',
  lineStart: 1,
  lineEnd: 1,
  anchorId: null,
  anchorText: null,
}

const at = (n: number): string => `2026-11-15T09:00:00.${String(n).padStart(3, '0')}+00:00`
export const storedAs = (content: string, n: number): Stored => ({ fields: { ...FIELDS, content }, updatedAt: at(n) })

/** A model server with one note: compare-and-swap updates, a history, and deletion. */
export class ModelServer {
  private readonly log: string[] = []
  private stored: Stored
  private clock = 1
  private trashed = false

  constructor(content: string) {
    this.stored = storedAs(content, 1)
  }

  get note(): Stored {
    return this.stored
  }

  /** The current text and all earlier texts. */
  get texts(): string[] {
    return [...this.log, this.stored.fields.content]
  }

  answer(flight: Flight, prevUpdatedAt: string): Answer {
    switch (flight.kind) {
      case 'remove':
        this.trashed = true
        return { outcome: 'removed' }
      case 'restore':
        this.trashed = false
        return { outcome: 'stored', id: 'n', stored: this.stored }
      case 'create':
      case 'find':
        throw new Error('the note already exists')
      case 'task':
      case 'update':
        return this.swap(flight, prevUpdatedAt)
    }
  }

  private swap({ edit }: Extract<Flight, { edit: unknown }>, prevUpdatedAt: string): Answer {
    if (this.trashed) return { outcome: 'refused', refusal: { code: 'note_not_found', message: '' } }
    if (this.stored.updatedAt !== prevUpdatedAt) return { outcome: 'conflict', theirs: this.stored }
    if (edit.content !== undefined) this.log.push(this.stored.fields.content)
    this.clock += 1
    this.stored = { fields: { ...this.stored.fields, ...edit }, updatedAt: at(this.clock) }
    return { outcome: 'stored', id: 'n', stored: this.stored }
  }
}

/** Every text that an entry still holds: displayed, on its way, and theirs in a conflict. */
export function textsOf(entry: Entry): string[] {
  const { pending, flight, base, trouble } = entry
  const onTheWay = flight && 'edit' in flight ? [flight.edit.content ?? ''] : []
  const theirs = trouble?.kind === 'conflict' ? [trouble.theirs.fields.content] : []
  return [pending.content ?? base.fields.content, ...onTheWay, ...theirs]
}
