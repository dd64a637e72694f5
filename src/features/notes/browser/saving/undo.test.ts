import { describe, expect, test } from 'vitest'
import { answered, lostUndo } from './answer.ts'
import { refreshed } from './decide.ts'
import { edited, type Entry, listed, shown, statusOf } from './entry.ts'
import type { Edit, Stored } from './fields.ts'
import { markSent, nextFlight } from './flight.ts'
import { asKept, fromKept } from './kept.ts'
import { FIELDS, storedAs } from './saving.fixture.ts'

const [HERE, THERE, ELSEWHERE] = [FIELDS.position, { x: 200, y: 100 }, { x: 900, y: 900 }]

function storedWith(edit: Edit, n: number): Stored {
  const { fields, updatedAt } = storedAs('milk', n)
  return { updatedAt, fields: { ...fields, ...edit } }
}

/** In flight. */
function sent(entry: Entry): Entry {
  const flight = nextFlight(entry, Infinity)
  if (!flight) throw new Error('nothing to send')
  return markSent(entry, flight)
}

const unmoved = listed('n', storedAs('milk', 1))
const moved = answered(
  sent(edited(unmoved, { position: THERE }, 0)),
  { outcome: 'stored', id: 'n', stored: storedWith({ position: THERE }, 2) },
  0,
)
/** The undo of the move is not sent yet. */
const undoing = edited(moved, { position: HERE }, 0, { position: THERE })
const conflict = (edit: Edit) => ({ outcome: 'conflict' as const, theirs: storedWith(edit, 3) })

describe('an undo in the save queue', () => {
  test('is dropped when another page stored another value', () => {
    const before = sent(undoing)
    const after = answered(before, conflict({ position: ELSEWHERE }), 0)
    expect(shown(after).position).toEqual(ELSEWHERE)
    expect(statusOf(after)).toBe('saved')
    expect(lostUndo(before, after)).toBe(true)
  })

  test('is dropped when a list shows the other value before the undo is sent, and after a reload', () => {
    const theirs = storedWith({ position: ELSEWHERE }, 3)
    expect(shown(refreshed(undoing, theirs, 0)).position).toEqual(ELSEWHERE)
    const kept = asKept(undoing)
    if (!kept) throw new Error('nothing kept')
    expect(shown(fromKept(kept, theirs, 0)).position).toEqual(ELSEWHERE)
  })

  test('is saved on top of a newer note whose other fields changed', () => {
    const before = sent(undoing)
    const after = answered(before, conflict({ position: THERE, color: 'pink' }), 0)
    expect(shown(after)).toMatchObject({ position: HERE, color: 'pink' })
    expect(nextFlight(after, 0)).toMatchObject({ kind: 'update', edit: { position: HERE } })
    expect(lostUndo(before, after)).toBe(false)
  })

  test('is saved when the move that it reverts was stored without an answer', () => {
    const unanswered = answered(sent(edited(unmoved, { position: THERE }, 0)), { outcome: 'later' }, 0)
    const entry = edited(unanswered, { position: HERE, color: 'pink' }, 0, { position: THERE, color: 'yellow' })
    const after = answered(sent(entry), conflict({ position: THERE }), 0)
    expect(nextFlight(after, 0)).toMatchObject({ edit: { position: HERE, color: 'pink' } })
  })

  test('of a text yields to a newer text without a conflict', () => {
    const entry = edited(moved, { content: 'earlier' }, 0, { content: 'milk' })
    const after = answered(sent(entry), conflict({ content: 'from elsewhere' }), 0)
    expect(shown(after).content).toBe('from elsewhere')
    expect(after.trouble).toBeNull()
  })

  test('becomes an ordinary edit, which can conflict, when the user types over it', () => {
    const entry = edited(
      edited(moved, { content: 'earlier' }, 0, { content: 'milk' }),
      { content: 'earlier, typed' },
      0,
    )
    const after = answered(sent(entry), conflict({ content: 'from elsewhere' }), 0)
    expect(after.trouble?.kind).toBe('conflict')
    expect(shown(after).content).toBe('earlier, typed')
  })

  test('becomes an ordinary move, which wins, when the user moves the note again', () => {
    const entry = edited(undoing, { position: { x: 8, y: 8 } }, 0)
    const after = answered(sent(entry), conflict({ position: ELSEWHERE }), 0)
    expect(shown(after).position).toEqual({ x: 8, y: 8 })
  })
})
