import { describe, expect, it, test } from 'vitest'
import { type Answer, answered, TICK_LOST } from './answer.ts'
import { decided, mergedText, refreshed, renewed, revived } from './decide.ts'
import {
  awakened,
  drafted,
  edited,
  type Entry,
  flushNow,
  listed,
  LONGEST_WAIT_MS,
  removed,
  shown,
  statusOf,
} from './entry.ts'
import { markSent, nextFlight, ticked } from './flight.ts'
import { asKept, fromKept } from './kept.ts'
import { FIELDS, storedAs } from './saving.fixture.ts'

const note = (content = 'milk') => listed('n', storedAs(content, 1))
const soon = 5_000

/** Sends the request that is due; throws when there is none. */
function send(entry: Entry, now = soon): Entry {
  const flight = nextFlight(entry, now)
  if (!flight) throw new Error('nothing to send')
  return markSent(entry, flight)
}
const stored = (content: string, n: number): Answer => ({ outcome: 'stored', id: 'n', stored: storedAs(content, n) })
const conflict = (content: string, n: number): Answer => ({ outcome: 'conflict', theirs: storedAs(content, n) })
const REFUSED: Answer = { outcome: 'refused', refusal: { code: 'content_too_long', message: 'too long' } }
const LATER: Answer = { outcome: 'later' }

describe('an edit is sent', () => {
  test('after a pause in typing, sooner after a move, and at intervals during continuous typing', () => {
    const typed = edited(note(), { content: 'a' }, 0)
    expect(nextFlight(typed, 1_100)).toBeNull()
    expect(nextFlight(typed, 1_200)).toEqual({ kind: 'update', edit: { content: 'a' } })
    expect(nextFlight(edited(note(), { color: 'pink' }, 0), 300)).not.toBeNull()
    let busy = note()
    for (let now = 0; now < LONGEST_WAIT_MS; now += 500) busy = edited(busy, { content: `${now}` }, now)
    expect(nextFlight(busy, LONGEST_WAIT_MS)).not.toBeNull()
  })

  test('at once when editing ends', () => {
    expect(nextFlight(flushNow(edited(note(), { content: 'a' }, 0), 1), 1)).not.toBeNull()
  })

  test('when it attaches the note to the lines that are stored, because these may be lines of an earlier version', () => {
    const { lineStart, lineEnd, anchorText } = note().base.fields
    const anchor = { lineStart, lineEnd, anchorText }
    expect(nextFlight(edited(note(), anchor, 0), soon)).toEqual({ kind: 'update', edit: anchor })
  })

  test('never when it was reverted', () => {
    const back = edited(edited(note(), { content: 'milk!' }, 0), { content: 'milk' }, 10)
    expect(statusOf(back)).toBe('saved')
    expect(nextFlight(back, soon)).toBeNull()
  })

  test('in one request at a time for each note', () => {
    const flying = edited(send(edited(note(), { content: 'a' }, 0)), { content: 'ab' }, soon)
    expect(nextFlight(flying, soon * 9)).toBeNull()
  })
})

describe('S15: text typed while a save is in flight is not lost', () => {
  const flying = send(edited(note(), { content: 'milk a' }, 0))
  const typed = edited(flying, { content: 'milk ab' }, soon)

  it.each([
    { answer: '200', with: stored('milk a', 2), status: 'saving' },
    { answer: '400', with: REFUSED, status: 'refused' },
    { answer: '409', with: conflict('oat', 2), status: 'conflict' },
    { answer: '500', with: LATER, status: 'offline' },
  ])('with a delayed $answer', ({ with: answer, status }) => {
    const after = answered(typed, answer, soon)
    expect(shown(after).content).toBe('milk ab')
    expect(statusOf(after)).toBe(status)
  })

  test('the newer text is sent on top of the stored one', () => {
    const after = answered(typed, stored('milk a', 2), soon)
    expect(after.base.updatedAt).toBe(storedAs('', 2).updatedAt)
    expect(nextFlight(after, soon * 2)).toEqual({ kind: 'update', edit: { content: 'milk ab' } })
  })
})

describe('S16: a final 4xx leaves the queue and marks the note', () => {
  const after = answered(send(edited(note(), { content: 'long' }, 0)), REFUSED, soon)

  test('it is not retried automatically', () => {
    expect(statusOf(after)).toBe('refused')
    expect(nextFlight(after, soon * 1_000)).toBeNull()
    expect(nextFlight(awakened(flushNow(after, soon), soon), soon)).toBeNull()
  })

  test('it is sent again when the user edits it', () => {
    const shorter = edited(after, { content: 'short' }, soon)
    expect(nextFlight(shorter, soon * 2)).toEqual({ kind: 'update', edit: { content: 'short' } })
  })

  test('it survives a reload with its mark', () => {
    const kept = asKept(after)
    const again = kept && fromKept(kept, storedAs('milk', 1), soon)
    expect(again && shown(again).content).toBe('long')
    expect(again && statusOf(again)).toBe('refused')
  })
})

describe('a request without an answer', () => {
  const lost = answered(send(edited(note(), { content: 'milk a' }, 0)), LATER, soon)

  test('is retried with backoff, and at once when the connection is back', () => {
    expect(nextFlight(lost, soon)).toBeNull()
    expect(nextFlight(lost, soon + 2_000)).not.toBeNull()
    expect(nextFlight(awakened(lost, soon), soon)).not.toBeNull()
    const twice = answered(send(lost, soon * 2), LATER, soon * 2)
    expect(nextFlight(twice, soon * 2 + 2_000)).toBeNull()
    expect(
      nextFlight(answered(send(edited(note(), { content: 'b' }, 0)), { ...LATER, afterMs: 9 }, 0), 9),
    ).not.toBeNull()
  })

  test('causes no conflict when the server had stored it', () => {
    const more = edited(lost, { content: 'milk ab' }, soon)
    const after = answered(send(more, soon * 2), conflict('milk a', 2), soon * 2)
    expect(statusOf(after)).toBe('saving')
    expect(nextFlight(after, soon * 2)).toEqual({ kind: 'update', edit: { content: 'milk ab' } })
    const reverted = edited(lost, { content: 'milk' }, soon)
    expect(shown(answered(send(reverted, soon * 2), conflict('milk a', 2), soon * 2)).content).toBe('milk')
  })

  test('survives a reload together with its base text', () => {
    const kept = asKept(lost)
    expect(kept).toMatchObject({ pending: { content: 'milk a' }, base: storedAs('milk', 1) })
    expect(kept && statusOf(fromKept(kept, storedAs('oat', 2), soon))).toBe('conflict')
    expect(kept && statusOf(fromKept(kept, storedAs('milk a', 2), soon))).toBe('saved')
    expect(asKept(note())).toBeNull()
  })
})

describe('a newer text on the server', () => {
  const changed = edited(note(), { content: 'milk a', color: 'pink' }, 0)

  test('is a conflict when both sides changed the text, and the user decides', () => {
    const met = answered(send(changed), conflict('oat', 2), soon)
    expect(nextFlight(met, soon * 9)).toBeNull()
    const mine = decided(met, { take: 'mine' }, soon)
    expect(nextFlight(mine, soon)).toEqual({ kind: 'update', edit: { content: 'milk a', color: 'pink' } })
    expect(mine.base).toEqual(storedAs('oat', 2))
    expect(shown(decided(met, { take: 'theirs' }, soon))).toMatchObject({ content: 'oat', color: 'pink' })
    expect(shown(decided(met, { take: 'text', content: 'both' }, soon)).content).toBe('both')
  })

  test('is no conflict when one side changed the text; positions and colours are rebased', () => {
    const painted = answered(send(edited(note(), { color: 'pink' }, 0)), conflict('oat', 2), soon)
    expect(shown(painted)).toMatchObject({ content: 'oat', color: 'pink' })
    const moved = { ...storedAs('milk', 2), fields: { ...FIELDS, content: 'milk', position: { x: 0, y: 0 } } }
    const typed = answered(send(changed), { outcome: 'conflict', theirs: moved }, soon)
    expect(shown(typed)).toMatchObject({ content: 'milk a', position: { x: 0, y: 0 } })
    expect(nextFlight(typed, soon)).not.toBeNull()
  })

  test('is applied on refresh, and a stale list is ignored', () => {
    expect(shown(refreshed(note(), storedAs('oat', 2), soon)).content).toBe('oat')
    expect(shown(refreshed(listed('n', storedAs('oat', 2)), storedAs('milk', 1), soon)).content).toBe('oat')
    expect(statusOf(refreshed(changed, storedAs('oat', 2), soon))).toBe('conflict')
    const flying = send(changed)
    expect(refreshed(flying, storedAs('oat', 2), soon)).toBe(flying)
  })

  test('is merged with ours, keeping both versions of a line that both changed', () => {
    expect(mergedText('a\nb\nc\n', 'a1\nb\nc\n', 'a\nb\nc2\n')).toBe('a1\nb\nc2\n')
    expect(mergedText('a', 'a mine', 'a theirs')).toBe('a mine\na theirs')
  })
})

describe('a tick', () => {
  const tasks = note('- [ ] milk\n- [ ] oat')

  test('is its own request when nothing is pending, otherwise part of the text', () => {
    expect(ticked(tasks, 1, true, 0).flight).toMatchObject({ kind: 'task', index: 1, checked: true })
    const typing = edited(tasks, { content: '- [ ] milk\n- [ ] oat!' }, 0)
    expect(shown(ticked(typing, 1, true, 0)).content).toBe('- [ ] milk\n- [x] oat!')
    expect(ticked(typing, 1, true, 0).flight).toBeNull()
    expect(ticked(tasks, 7, true, 0)).toBe(tasks)
  })

  test('is repeated on the same line of a newer text, or marked as lost', () => {
    const flying = ticked(tasks, 1, true, 0)
    expect(shown(answered(flying, conflict('new\n- [ ] oat', 2), 0)).content).toBe('new\n- [x] oat')
    const gone = answered(flying, conflict('- [ ] tea', 2), 0)
    expect(shown(gone).content).toBe('- [ ] tea')
    expect(gone.trouble).toMatchObject({ refusal: { code: TICK_LOST } })
  })

  test('becomes an edit of the text when offline', () => {
    const lost = answered(ticked(tasks, 0, true, 0), LATER, 0)
    expect(nextFlight(lost, soon)).toEqual({ kind: 'update', edit: { content: '- [x] milk\n- [ ] oat' } })
  })
})

describe('a new note', () => {
  const draft = drafted('new', { ...FIELDS, lineStart: 4 })

  test('is sent once it has text, while typing continues', () => {
    expect(nextFlight(edited(draft, { color: 'pink' }, 0), soon)).toBeNull()
    const flying = send(edited(draft, { content: 'a' }, 0))
    expect(flying.flight).toMatchObject({ kind: 'create', edit: { content: 'a', lineStart: 4 } })
    const after = answered(edited(flying, { content: 'ab' }, soon), stored('a', 1), soon)
    expect(after).toMatchObject({ key: 'new', id: 'n', pending: { content: 'ab' } })
  })

  test('is searched on the server before it is sent again', () => {
    const lost = answered(send(edited(draft, { content: 'a' }, 0)), LATER, soon)
    const looking = send(lost, soon * 2)
    expect(looking.flight).toEqual({ kind: 'find' })
    expect(answered(looking, stored('a', 1), soon)).toMatchObject({ id: 'n' })
    expect(nextFlight(answered(looking, { outcome: 'absent' }, soon), soon)).toMatchObject({ kind: 'create' })
  })
})

describe('deleting', () => {
  test('stores the last edit, then deletes; undo restores the note', () => {
    const leaving = removed(edited(note(), { content: 'last words' }, 0), true, 0)
    const saved = answered(send(leaving, 0), stored('last words', 2), 0)
    expect(nextFlight(saved, 0)).toEqual({ kind: 'remove' })
    const gone = answered(send(saved, 0), { outcome: 'removed' }, 0)
    expect(nextFlight(gone, soon)).toBeNull()
    expect(nextFlight(removed(gone, false, soon), soon)).toEqual({ kind: 'restore' })
    const undone = answered(removed(send(saved, 0), false, 1), { outcome: 'removed' }, 2)
    expect(nextFlight(undone, soon)).toEqual({ kind: 'restore' })
  })

  test('by another page during editing keeps the text, which can restore the note', () => {
    const missing: Answer = { outcome: 'refused', refusal: { code: 'note_not_found', message: '' } }
    const met = answered(send(edited(note(), { content: 'more' }, 0)), missing, soon)
    expect(nextFlight(met, soon * 9)).toBeNull()
    const back = answered(send(revived(met, soon)), stored('milk', 1), soon)
    expect(nextFlight(back, soon)).toEqual({ kind: 'update', edit: { content: 'more' } })
    expect(nextFlight(renewed(met, soon), soon)).toMatchObject({ kind: 'create', edit: { content: 'more' } })
  })
})
