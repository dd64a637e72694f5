import { signal } from '@preact/signals'
import type { AbandonedRow, SaveQueue } from '#browser/save-queue.ts'
import { type Answer, answered, isUnanswered, lostUndo, rebase, NOTE_GONE } from '../../browser/saving/answer.ts'
import { batches } from '../../browser/saving/batches.ts'
import { type Decision, decided, refreshed, renewed, revived } from '../../browser/saving/decide.ts'
import * as entries from '../../browser/saving/entry.ts'
import type { Entry } from '../../browser/saving/entry.ts'
import type { Edit, Fields } from '../../browser/saving/fields.ts'
import { markSent, nextFlight, ticked } from '../../browser/saving/flight.ts'
import { asKept, type Kept, resumed } from '../../browser/saving/kept.ts'
import { anchoredAt, isSameLinks, isSameLocation, type ListedNote, NO_LINKS } from '../../browser/saving/listed-note.ts'
import { fieldsOf, type Noted } from './noted.ts'
import { type Departure, sendBatch, type Transport } from './transport.ts'

/** Dependencies: the server, the browser storage, the clock. */
export type Surroundings = {
  transport: Transport
  saveQueue: SaveQueue<Kept>
  now: () => number
  /** Runs a function later and returns how to cancel it. */
  after: (ms: number, run: () => void) => () => void
  newKey: () => string
}

/**
 * The notes of a file or a board in this page, and the only way to change them. Every change is displayed at once, stored in
 * the browser, and sent by the save queue; the entry of the note has its outcome.
 */
export class Notebook {
  /** The notes that are not deleted, in the order of the server; new ones last. */
  readonly notes = signal<readonly Noted[]>([])
  readonly state = signal<'loading' | 'ready' | 'failed'>('loading')

  /** Called after each action of the user on a note, with the entry before it; null when the action created the note. */
  onAct: (noted: Noted, before: Entry | null) => void = () => {}
  /** Called when an undo is dropped because another page changed the same field. */
  onLostUndo: (noted: Noted) => void = () => {}

  private readonly all = new Map<string, Noted>()
  private readonly answeredAt = new Map<string, number>()
  private readonly kept = new Set<string>()
  private callOff: (() => void) | null = null

  private readonly outside: Surroundings
  /** Unsaved edits of closed pages that are not matched to a note yet. */
  private left: AbandonedRow<Kept>[] = []

  constructor(outside: Surroundings) {
    this.outside = outside
  }

  /** Called once, and again after a failure. */
  async load(): Promise<void> {
    this.state.value = 'loading'
    const [list, left] = await Promise.all([this.outside.transport.list(), this.outside.saveQueue.claimAbandoned()])
    this.left = [...this.left, ...left]
    this.state.value = list ? 'ready' : 'failed'
    this.outside.saveQueue.onAbandoned(() => void this.takeUp())
    if (!list) return this.pump()
    // Keep notes created while the list loaded. One of them may already be stored and listed.
    const known = new Set(this.notes.value.map(({ entry }) => entry.value.id))
    this.show(list.filter(({ id }) => !known.has(id)))
    this.resumeLeft()
  }

  /** Displays stored notes before those that were begun here. */
  show(list: readonly ListedNote[]): void {
    const listed = list.map((note) => this.add(entries.listed(note.id, note.stored), note))
    this.notes.value = [...listed, ...this.notes.value]
  }

  find(key: string): Noted | undefined {
    return this.all.get(key)
  }

  /** What the user sees of the note. */
  fieldsOf(key: string): Fields | undefined {
    const noted = this.all.get(key)
    return noted && fieldsOf(noted)
  }

  /** Creates a note that is stored once it has text. */
  create(fields: Fields): Noted {
    const noted = this.draft(fields)
    this.onAct(noted, null)
    return noted
  }

  /** `replaced`: the edit is an undo of these values, and is dropped when another page stored others since. */
  change(key: string, edit: Edit, replaced: Edit = {}): void {
    const noted = this.all.get(key)
    if (!noted) return
    const now = this.outside.now()
    const before = noted.entry.value
    const next = entries.edited(before, edit, now, replaced)
    // A reverted edit resolves its conflict.
    this.set(noted, next.trouble?.kind === 'conflict' ? rebase(next, next.trouble.theirs, now) : next)
    if (edit.lineStart !== undefined) noted.location.value = anchoredAt(fieldsOf(noted))
    this.onAct(noted, before)
  }

  tick(key: string, index: number, checked: boolean): void {
    const noted = this.all.get(key)
    if (!noted) return
    const before = noted.entry.value
    const after = ticked(before, index, checked, this.outside.now())
    this.set(noted, after)
    this.onAct(noted, before)
    if (after.flight && !before.flight) void this.fly([{ noted, flight: after.flight }], false)
  }

  /** The user stopped editing, so pending edits are sent now. */
  finish(key: string): void {
    this.update(key, entries.flushNow)
  }

  decide(key: string, decision: Decision): void {
    this.act(key, (entry, now) => decided(entry, decision, now))
  }

  remove(key: string): void {
    this.act(key, (entry, now) => entries.removed(entry, true, now))
  }

  /** Deletes a new note that stayed empty, without storing its text first. */
  discard(key: string): void {
    this.notes.value = this.notes.value.filter((noted) => noted.key !== key)
    this.update(key, entries.discarded)
  }

  undoRemove(key: string): void {
    this.act(key, (entry, now) => entries.removed(entry, false, now))
  }

  /** Restores a note that another page deleted while it was edited here. */
  revive(key: string): void {
    this.update(key, revived)
  }

  /** Sends all pending edits now; `leaving` lets the requests continue after the page closes. */
  flush(leaving: boolean): void {
    for (const noted of this.all.values()) noted.entry.value = entries.flushNow(noted.entry.value, this.outside.now())
    this.pump(leaving)
  }

  /** Retries failed saves, and a list that could not be loaded, when the browser reports a connection. */
  awaken(): void {
    if (this.state.value === 'failed') void this.load()
    for (const noted of this.all.values()) noted.entry.value = entries.awakened(noted.entry.value, this.outside.now())
    this.pump()
  }

  /** Loads the changes of other pages and devices. */
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
      // While a create request is in flight, an unknown note may be the one it created.
      else if (!isCreating) news.push(this.add(entries.listed(note.id, note.stored), note))
    }
    if (news.length > 0) this.notes.value = [...this.notes.value, ...news]
    this.dropMissing(new Set(list.map(({ id }) => id)), asked)
    this.pump()
  }

  private add(entry: Entry, { location, links, createdAt }: Omit<ListedNote, 'id' | 'stored'>): Noted {
    const noted = { key: entry.key, entry: signal(entry), location: signal(location), links: signal(links), createdAt }
    this.all.set(noted.key, noted)
    return noted
  }

  private draft(fields: Fields): Noted {
    const entry = entries.drafted(this.outside.newKey(), fields)
    const noted = this.add(entry, { location: anchoredAt(fields), links: NO_LINKS, createdAt: '' })
    this.notes.value = [...this.notes.value, noted]
    return noted
  }

  private adopt(noted: Noted, { stored, location, links }: ListedNote): void {
    this.learn(noted, refreshed(noted.entry.value, stored, this.outside.now()))
    const isMoving = entries.unsaved(noted.entry.value).lineStart !== undefined
    if (!isMoving && !isSameLocation(noted.location.value, location)) noted.location.value = location
    if (!isSameLinks(noted.links.value, links)) noted.links.value = links
  }

  /** Drops notes that another page deleted. Notes newer than the list, or with unsaved edits, stay. */
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

  /** Takes over the unsaved edits of a page that was open when this one loaded and is now closed. */
  private async takeUp(): Promise<void> {
    this.left = [...this.left, ...(await this.outside.saveQueue.claimAbandoned())]
    if (this.state.value === 'ready') this.resumeLeft()
  }

  private resumeLeft(): void {
    this.left = this.left.filter((left) => !this.resume(left))
    this.pump()
  }

  /** Resumes the edits of a closed page. False when this page does not have the note; the edits stay stored. */
  private resume(left: AbandonedRow<Kept>): boolean {
    const kept = left.value
    const known = kept.id === null ? undefined : this.all.get(kept.id)
    if (kept.id !== null && !known) return false
    const noted = known ?? this.draft(kept.base.fields)
    this.set(noted, resumed(noted.entry.value, { ...kept, key: noted.key }, this.outside.now()))
    this.outside.saveQueue.remove(left)
    if (kept.wantsGone) this.update(noted.key, (entry, now) => entries.removed(entry, true, now))
    return true
  }

  private act(key: string, step: (entry: Entry, now: number) => Entry): void {
    const noted = this.all.get(key)
    const before = noted?.entry.value
    this.update(key, step)
    if (noted && before) this.onAct(noted, before)
  }

  private update(key: string, step: (entry: Entry, now: number) => Entry): void {
    const noted = this.all.get(key)
    if (!noted) return
    this.set(noted, step(noted.entry.value, this.outside.now()))
    this.showOrHide(noted)
    this.pump()
  }

  private showOrHide(noted: Noted): void {
    const isShown = this.notes.value.includes(noted)
    const { wantsGone } = noted.entry.value
    if (wantsGone && isShown) this.notes.value = this.notes.value.filter((each) => each !== noted)
    else if (!wantsGone && !isShown) this.notes.value = [...this.notes.value, noted]
  }

  /** Stores an entry that the server answered or listed, and reports a dropped undo. */
  private learn(noted: Noted, entry: Entry): void {
    const isLost = lostUndo(noted.entry.value, entry)
    this.set(noted, entry)
    if (isLost) this.onLostUndo(noted)
  }

  private set(noted: Noted, entry: Entry): void {
    noted.entry.value = entry
    const kept = asKept(entry)
    if (kept) this.outside.saveQueue.put(noted.key, kept)
    else if (this.kept.has(noted.key)) this.outside.saveQueue.drop(noted.key)
    if (kept) this.kept.add(noted.key)
    else this.kept.delete(noted.key)
    this.schedule()
  }

  /** Sends the requests that are due. */
  private pump(leaving = false): void {
    // A note created while the list loads could be listed as another note.
    if (this.state.value === 'loading') return
    const now = this.outside.now()
    const due: Departure[] = []
    for (const noted of this.all.values()) {
      const flight = nextFlight(noted.entry.value, now)
      if (!flight) continue
      this.set(noted, markSent(noted.entry.value, flight))
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
    const { transport } = this.outside
    const answers = await sendBatch(transport, batch, leaving, (noted) => this.findCreated(noted))
    for (const [i, { noted }] of batch.entries()) this.hear(noted, answers[i] ?? { outcome: 'later' })
    this.pump()
  }

  private hear(noted: Noted, answer: Answer): void {
    const now = this.outside.now()
    const { flight } = noted.entry.value
    this.answeredAt.set(noted.key, now)
    const isPurged = flight?.kind === 'restore' && answer.outcome === 'refused' && answer.refusal.code === NOTE_GONE
    this.learn(noted, isPurged ? renewed(noted.entry.value, now) : answered(noted.entry.value, answer, now))
  }

  /** Finds the listed note whose create request got no answer. */
  private async findCreated({ key, entry }: Noted): Promise<Answer> {
    const list = await this.outside.transport.list()
    if (!list) return { outcome: 'later' }
    const isOther = (id: string) => [...this.all.values()].some((each) => each.entry.value.id === id && each.key !== id)
    const found = list.find(({ id, stored }) => isUnanswered(entry.value, stored) && !isOther(id))
    if (!found) return { outcome: 'absent' }
    if (found.id !== key) this.forget(found.id)
    return { outcome: 'stored', id: found.id, stored: found.stored }
  }
}
