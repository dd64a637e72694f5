import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fields } from '#features/notes/browser/saving/fields.ts'
import { FIELDS } from '#features/notes/browser/saving/saving.fixture.ts'
import {
  canRedo,
  canUndo,
  committed,
  EMPTY_STACK,
  nameOfStep,
  type NoteState,
  recorded,
  redoStep,
  type Travel,
  undoStep,
  type UndoStack,
} from './undo.ts'

type Board = ReadonlyMap<string, NoteState>
type Act = { key: string; to: Partial<Fields> | null }

const point = fc.record({ x: fc.nat(3), y: fc.nat(3) })
const anyEdit = fc.oneof(
  fc.record({ position: point }),
  fc.record({ content: fc.constantFrom('', 'milk', 'eggs') }),
  fc.record({ title: fc.constantFrom('', 'a  b', 'c') }),
  fc.record({ color: fc.constantFrom('yellow' as const, 'pink' as const) }),
  fc.record({ isMinimized: fc.boolean() }),
)
/** Changes, creates, deletes or restores one of four notes. */
const anyAct: fc.Arbitrary<Act> = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd'),
  to: fc.oneof({ weight: 3, arbitrary: anyEdit }, { weight: 1, arbitrary: fc.constant(null) }),
})
const anyStep = fc.array(anyAct, { minLength: 1, maxLength: 4 })

/** Models the save queue: a deleted note keeps its fields, and a restore brings them back. */
class Desk {
  stack: UndoStack = EMPTY_STACK
  /** The state of the board before the first step and after each one. */
  readonly boards: Board[] = []
  private readonly fields = new Map<string, Fields>()
  private readonly removed = new Set<string>(['c', 'd'])

  constructor() {
    for (const key of ['a', 'b', 'c', 'd']) this.fields.set(key, FIELDS)
    this.boards.push(this.board)
  }

  get board(): Board {
    return new Map([...this.fields.keys()].map((key) => [key, this.stateOf(key)]))
  }

  stateOf(key: string): NoteState {
    return this.removed.has(key) ? null : (this.fields.get(key) ?? null)
  }

  act({ key, to }: Act): void {
    if (to === null) return this.record(key, () => this.removed.add(key))
    if (this.removed.has(key)) this.record(key, () => this.removed.delete(key))
    this.record(key, () => this.edit(key, to))
  }

  private record(key: string, change: () => void): void {
    const [{ length }, board, before] = [this.stack.done, this.board, this.stateOf(key)]
    change()
    this.stack = recorded(this.stack, { key, before, after: this.stateOf(key) })
    if (this.stack.done.length > length) this.boards.push(board)
  }

  commit(): void {
    const { length } = this.stack.done
    this.stack = committed(this.stack)
    if (this.stack.done.length > length) this.boards.push(this.board)
  }

  edit(key: string, to: Partial<Fields>): void {
    this.fields.set(key, { ...(this.fields.get(key) ?? FIELDS), ...to })
  }

  travel(go: typeof undoStep): Travel | null {
    const result = go(this.stack, (key) => this.stateOf(key))
    if (!result) return null
    for (const action of result.actions) {
      if (action.kind === 'remove') this.removed.add(action.key)
      else if (action.kind === 'restore') this.removed.delete(action.key)
      else this.edit(action.key, action.edit)
    }
    this.stack = result.stack
    return result
  }
}

describe('undo stack', () => {
  test('undo restores each earlier state and redo each later one after any actions', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 12 }), (script) => {
        const desk = new Desk()
        const { boards } = desk
        for (const step of script) {
          for (const act of step) desk.act(act)
          desk.commit()
        }
        for (const board of boards.slice(0, -1).toReversed()) {
          expect(desk.travel(undoStep)?.skipped).toEqual([])
          expect(sameBoard(desk.board)).toEqual(sameBoard(board))
        }
        expect(canUndo(desk.stack)).toBe(false)
        for (const board of boards.slice(1)) {
          expect(desk.travel(redoStep)?.skipped).toEqual([])
          expect(sameBoard(desk.board)).toEqual(sameBoard(board))
        }
        expect(canRedo(desk.stack)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test('undo skips a field that another page changed and returns its note', () => {
    fc.assert(
      fc.property(anyEdit, anyEdit, (mine, elsewhere) => {
        const desk = new Desk()
        desk.act({ key: 'a', to: mine })
        desk.commit()
        const isChanged = canUndo(desk.stack)
        const stored = desk.stateOf('a')
        desk.edit('a', elsewhere)
        const now = desk.stateOf('a')
        const result = desk.travel(undoStep)
        const [name] = Object.keys(mine) as (keyof Fields)[]
        const touched = name !== undefined && JSON.stringify(now?.[name]) !== JSON.stringify(stored?.[name])
        const sameTitle = name === 'title' && now?.title === stored?.title
        expect(result !== null).toBe(isChanged)
        if (isChanged) expect(result?.skipped).toEqual(touched && !sameTitle ? ['a'] : [])
        const expected = touched || !isChanged ? now : { ...now, ...pick(FIELDS, name) }
        expect(desk.stateOf('a')).toEqual(expected)
      }),
      { numRuns: 1_000 },
    )
  })

  test('undo does not delete a new note that another page edited', () => {
    const desk = new Desk()
    desk.act({ key: 'c', to: { content: 'new' } })
    desk.commit()
    desk.edit('c', { content: 'new, and more from another device' })
    expect(desk.travel(undoStep)).toMatchObject({ actions: [], skipped: ['c'] })
    expect(desk.stateOf('c')?.content).toBe('new, and more from another device')
    expect(canRedo(desk.stack)).toBe(false)
  })

  test('undo does nothing for a note that the page no longer has, and reports it', () => {
    const desk = new Desk()
    desk.act({ key: 'a', to: { color: 'pink' } })
    desk.commit()
    expect(undoStep(desk.stack, () => undefined)).toMatchObject({ actions: [], skipped: ['a'] })
  })

  test('a new action clears the redo stack, and an action without effect does not', () => {
    const desk = new Desk()
    desk.act({ key: 'a', to: { color: 'pink' } })
    desk.commit()
    desk.travel(undoStep)
    desk.act({ key: 'a', to: { position: { x: 8, y: 8 } } })
    expect(canRedo(desk.stack)).toBe(false)
    desk.act({ key: 'a', to: { position: FIELDS.position } })
    desk.commit()
    expect(canRedo(desk.stack)).toBe(true)
    desk.act({ key: 'b', to: { color: 'blue' } })
    desk.commit()
    expect(canRedo(desk.stack)).toBe(false)
  })

  test('the undo stack keeps the last 100 steps', () => {
    const desk = new Desk()
    for (let x = 1; x <= 150; x++) {
      desk.act({ key: 'a', to: { position: { x, y: 0 } } })
      desk.commit()
    }
    while (desk.travel(undoStep));
    expect(desk.stateOf('a')?.position).toEqual({ x: 50, y: 0 })
  })

  test.each([
    ['create', null, FIELDS],
    ['remove', FIELDS, null],
    ['text', FIELDS, { ...FIELDS, content: 'x', position: { x: 1, y: 1 } }],
    ['move', FIELDS, { ...FIELDS, position: { x: 1, y: 1 } }],
    ['resize', FIELDS, { ...FIELDS, size: { width: 1, height: 1 } }],
    ['color', FIELDS, { ...FIELDS, color: 'pink' as const }],
    ['minimise', FIELDS, { ...FIELDS, isMinimized: true }],
  ])('nameOfStep answers %s', (name, before, after) => {
    expect(nameOfStep([{ key: 'a', before, after }])).toBe(name)
  })
})

/** The server collapses whitespace in titles, so titles that differ only in whitespace are equal. */
function sameBoard(board: Board) {
  return [...board].map(([key, state]) => [key, state && { ...state, title: state.title.replace('  ', ' ') }])
}

function pick(fields: Fields, name: keyof Fields | undefined): Partial<Fields> {
  return name === undefined ? {} : { [name]: fields[name] }
}
