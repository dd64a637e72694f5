import { type Signal, signal } from '@preact/signals'
import type { Left, Outbox } from '#browser/outbox.ts'
import { type Answer, answered, meets, NOTE_GONE } from '../../saving/answer.ts'
import { batches } from '../../saving/batches.ts'
import { type Decision, decided, refreshed, renewed, revived } from '../../saving/decide.ts'
import * as entries from '../../saving/entry.ts'
import type { Entry, Flight } from '../../saving/entry.ts'
import { type Edit, type Fields, saysSame, type Stored } from '../../saving/fields.ts'
import { departed, nextFlight, ticked } from '../../saving/flight.ts'
import { asKept, type Kept, resumed } from '../../saving/kept.ts'
import type { ListedNote, NotePlace } from '../../saving/listed-note.ts'
import type { Transport } from './transport.ts'

/** One note of a page. Its signals change alone, so that typing into one draws one. */
export type Noted = { key: string; entry: Signal<Entry>; place: Signal<NotePlace>; createdAt: string }

type Departure = { noted: Noted; flight: Flight }

/** Everything from outside: the server, the browser's memory, the clock. */
export type Surroundings = {
  transport: Transport
  outbox: Outbox<Kept>
  now: () => number
  /** Runs something later; the answer calls it off. */
  after: (ms: number, run: () => void) => () => void
  newKey: () => string
}

/**
 * The notes of a file or a board in this page, and the one way to change them. Every change is seen at once, kept by the
 * browser, and sent when it is its turn; what becomes of it is in the entry of the note.
 */
export class Notebook {
  /** Those that are not deleted, in the order of the server; new ones last. */
  readonly notes = signal<readonly Noted[]>([])
  readonly state = signal<'loading' | 'ready' | 'failed'>('loading')

  private readonly all = new Map<string, Noted>()
  private readonly answeredAt = new Map<string, number>()
  private readonly kept = new Set<string>()
  private callOff: (() => void) | null = null

  private readonly outside: Surroundings
  /** What earlier pages left, until it is known whose it is. */
  private left: Left<Kept>[] = []

  constructor(outside: Surroundings) {
    this.outside = outside
  }

  /** Once, and again when it failed. */
  async load(): Promise<void> {
    const [list, left] = await Promise.all([this.outside.transport.list(), this.outside.outbox.left()])
    this.left = [...this.left, ...left]
    this.state.value = list ? 'ready' : 'failed'
    this.outside.outbox.whenLeft(() => void this.takeUp())
    if (!list) return
    this.notes.value = list.map((note) => this.place(entries.listed(note.id, note.stored), note.place, note.createdAt))
    this.resumeLeft()
  }

  find(key: string): Noted | undefined {
    return this.all.get(key)
  }

  /** A note that is stored as soon as it says something. */
  create(fields: Fields): Noted {
    const entry = entries.drafted(this.outside.newKey(), fields)
    const place: NotePlace = fields.lineStart === null ? null : anchoredAt(fields)
    const noted = this.place(entry, place, '')
    this.notes.value = [...this.notes.value, noted]
    return noted
  }

  change(key: string, edit: Edit): void {
    const noted = this.all.get(key)
    if (!noted) return
    const now = this.outside.now()
    const next = entries.edited(noted.entry.value, edit, now)
    // What was taken back is no conflict any more.
    this.set(noted, next.trouble?.kind === 'conflict' ? meets(next, next.trouble.theirs, now) : next)
    if (edit.lineStart !== undefined) noted.place.value = anchoredAt(entries.shown(noted.entry.value))
  }

  tick(key: string, index: number, checked: boolean): void {
    const noted = this.all.get(key)
    if (!noted) return
    const before = noted.entry.value
    const after = ticked(before, index, checked, this.outside.now())
    this.set(noted, after)
    if (after.flight && !before.flight) void this.fly([{ noted, flight: after.flight }], false)
  }

  /** The writer is done: what waits goes now. */
  finish(key: string): void {
    this.update(key, entries.hurried)
  }

  decide(key: string, decision: Decision): void {
    this.update(key, (entry, now) => decided(entry, decision, now))
  }

  remove(key: string): void {
    this.notes.value = this.notes.value.filter((noted) => noted.key !== key)
    this.update(key, (entry, now) => entries.removed(entry, true, now))
  }

  undoRemove(key: string): void {
    const noted = this.all.get(key)
    if (!noted) return
    if (!this.notes.value.includes(noted)) this.notes.value = [...this.notes.value, noted]
    this.update(key, (entry, now) => entries.removed(entry, false, now))
  }

  /** It was deleted elsewhere while somebody wrote here. */
  revive(key: string): void {
    this.update(key, revived)
  }

  /** Everything that waits goes now; `leaving` lets the requests outlive the page. */
  flush(leaving: boolean): void {
    for (const noted of this.all.values()) noted.entry.value = entries.hurried(noted.entry.value, this.outside.now())
    this.pump(leaving)
  }

  /** The connection is back, as far as the browser knows. */
  awaken(): void {
    for (const noted of this.all.values()) noted.entry.value = entries.awakened(noted.entry.value, this.outside.now())
    this.pump()
  }

  /** What other pages and devices did meanwhile. */
  async refresh(): Promise<void> {
    const asked = this.outside.now()
    const list = await this.outside.transport.list()
    if (!list) return
    this.state.value = 'ready'
    const byId = new Map([...this.all.values()].map((noted) => [noted.entry.value.id, noted]))
    const isCreating = [...this.all.values()].some(({ entry }) => entry.value.flight?.kind === 'create')
    const news: Noted[] = []
    for (const note of list) {
      const noted = byId.get(note.id)
      if (noted) this.adopt(noted, note)
      // While one of ours is being created, an unknown note may be that one.
      else if (!isCreating) news.push(this.place(entries.listed(note.id, note.stored), note.place, note.createdAt))
    }
    if (news.length > 0) this.notes.value = [...this.notes.value, ...news]
    this.dropMissing(new Set(list.map(({ id }) => id)), asked)
    this.pump()
  }

  private place(entry: Entry, place: NotePlace, createdAt: string): Noted {
    const noted = { key: entry.key, entry: signal(entry), place: signal(place), createdAt }
    this.all.set(noted.key, noted)
    return noted
  }

  private adopt(noted: Noted, { stored, place }: ListedNote): void {
    this.set(noted, refreshed(noted.entry.value, stored, this.outside.now()))
    const isMoving = entries.unsaved(noted.entry.value).lineStart !== undefined
    if (!isMoving && !isSamePlace(noted.place.value, place)) noted.place.value = place
  }

  /** Deleted elsewhere. What is newer than the list, or has something unsaved, stays. */
  private dropMissing(listed: ReadonlySet<string>, asked: number): void {
    for (const { key, entry } of this.all.values()) {
      const { id } = entry.value
      const isNews = id !== null && !listed.has(id) && (this.answeredAt.get(key) ?? -1) < asked
      if (isNews && entries.statusOf(entry.value) === 'saved' && !entry.value.isGone) this.forget(key)
    }
  }

  private forget(key: string): void {
    this.all.delete(key)
    this.notes.value = this.notes.value.filter((noted) => noted.key !== key)
  }

  /** A page that was still open when this one was loaded is closed. */
  private async takeUp(): Promise<void> {
    this.left = [...this.left, ...(await this.outside.outbox.left())]
    if (this.state.value === 'ready') this.resumeLeft()
  }

  private resumeLeft(): void {
    this.left = this.left.filter((left) => !this.resume(left))
    this.pump()
  }

  /** Goes on with what an earlier page left. False: its note is not here; it stays in the memory of the browser. */
  private resume(left: Left<Kept>): boolean {
    const kept = left.value
    const known = kept.id === null ? undefined : this.all.get(kept.id)
    if (kept.id !== null && !known) return false
    const noted = known ?? this.create(kept.base.fields)
    this.set(noted, resumed(noted.entry.value, { ...kept, key: noted.key }, this.outside.now()))
    this.outside.outbox.done(left)
    if (kept.wantsGone) this.remove(noted.key)
    return true
  }

  private update(key: string, step: (entry: Entry, now: number) => Entry): void {
    const noted = this.all.get(key)
    if (!noted) return
    this.set(noted, step(noted.entry.value, this.outside.now()))
    this.pump()
  }

  private set(noted: Noted, entry: Entry): void {
    noted.entry.value = entry
    const kept = asKept(entry)
    if (kept) this.outside.outbox.put(noted.key, kept)
    else if (this.kept.has(noted.key)) this.outside.outbox.drop(noted.key)
    if (kept) this.kept.add(noted.key)
    else this.kept.delete(noted.key)
    this.schedule()
  }

  /** Sends what is due. */
  private pump(leaving = false): void {
    const now = this.outside.now()
    const due: Departure[] = []
    for (const noted of this.all.values()) {
      const flight = nextFlight(noted.entry.value, now)
      if (!flight) continue
      this.set(noted, departed(noted.entry.value, flight))
      due.push({ noted, flight })
    }
    for (const batch of batches(due)) void this.fly(batch, leaving)
    this.schedule()
  }

  private schedule(): void {
    this.callOff?.()
    this.callOff = null
    let next = Infinity
    for (const { entry } of this.all.values()) {
      const { dueAt } = entry.value
      if (dueAt !== null && dueAt < next && nextFlight(entry.value, Infinity)) next = dueAt
    }
    if (next < Infinity) this.callOff = this.outside.after(Math.max(0, next - this.outside.now()), () => this.pump())
  }

  private async fly(batch: readonly Departure[], leaving: boolean): Promise<void> {
    const answers = await this.send(batch, leaving)
    for (const [i, { noted }] of batch.entries()) this.hear(noted, answers[i] ?? { outcome: 'later' })
    this.pump()
  }

  private async send(batch: readonly Departure[], leaving: boolean): Promise<Answer[]> {
    const { transport } = this.outside
    const [first] = batch
    if (!first) return []
    const { noted, flight } = first
    const { id, base } = noted.entry.value
    if (flight.kind === 'create') return [await transport.create(flight.edit)]
    if (flight.kind === 'find') return [await this.findCreated(noted)]
    if (id === null) return []
    if (flight.kind === 'task') return [await transport.tick({ id, base, ...flight })]
    if (flight.kind === 'remove' || flight.kind === 'restore') return [await transport[flight.kind](id)]
    return transport.update(batch.flatMap(updateOf), leaving)
  }

  private hear(noted: Noted, answer: Answer): void {
    const now = this.outside.now()
    const { flight } = noted.entry.value
    this.answeredAt.set(noted.key, now)
    const isPurged = flight?.kind === 'restore' && answer.outcome === 'refused' && answer.refusal.code === NOTE_GONE
    this.set(noted, isPurged ? renewed(noted.entry.value, now) : answered(noted.entry.value, answer, now))
  }

  /** A note of the list that is the one whose creation was never answered for. */
  private async findCreated({ key, entry }: Noted): Promise<Answer> {
    const list = await this.outside.transport.list()
    if (!list) return { outcome: 'later' }
    const { unsure, base } = entry.value
    const isIt = ({ fields }: Stored) =>
      fields.lineStart === base.fields.lineStart && unsure.some((text) => saysSame(text, fields))
    const isOther = (id: string) => [...this.all.values()].some((each) => each.entry.value.id === id && each.key !== id)
    const found = list.find(({ id, stored }) => isIt(stored) && !isOther(id))
    if (!found) return { outcome: 'absent' }
    if (found.id !== key) this.forget(found.id)
    return { outcome: 'stored', id: found.id, stored: found.stored }
  }
}

function updateOf({ noted, flight }: Departure) {
  const { id, base } = noted.entry.value
  return id !== null && 'edit' in flight ? [{ id, edit: flight.edit, prevUpdatedAt: base.updatedAt }] : []
}

function anchoredAt({ lineStart, lineEnd }: Fields): NotePlace {
  return lineStart === null ? null : { state: 'anchored', start: lineStart, end: lineEnd ?? lineStart }
}

function isSamePlace(a: NotePlace, b: NotePlace): boolean {
  return a?.state === b?.state && a?.start === b?.start && a?.end === b?.end
}
