import { describe, expect, test } from 'vitest'
import type { SaveQueue } from '#browser/save-queue.ts'
import type { Answer } from '../../browser/saving/answer.ts'
import { shown, statusOf } from '../../browser/saving/entry.ts'
import type { Stored } from '../../browser/saving/fields.ts'
import { NO_LINKS } from '../../browser/saving/listed-note.ts'
import type { Kept } from '../../browser/saving/kept.ts'
import { FIELDS, ModelServer, storedAs } from '../../browser/saving/saving.fixture.ts'
import { Notebook } from './notebook.ts'
import type { Transport, Update } from './transport.ts'

/** Browser storage that survives its pages. While `isHeld`, the earlier page still holds its lock. */
function memory() {
  const rows = new Map<string, Kept>()
  const lock = { isHeld: false, waiting: [] as (() => void)[] }
  let pages = 0
  return {
    rows,
    lock,
    open: (): SaveQueue<Kept> => {
      const page = pages++
      return {
        claimAbandoned: async () => (lock.isHeld ? [] : [...rows].map(([row, value]) => ({ row, value }))),
        onAbandoned: (run) => void lock.waiting.push(run),
        remove: ({ row }) => void rows.delete(row),
        put: (key, value) => void rows.set(`${key}@${page}`, value),
        drop: (key) => void rows.delete(`${key}@${page}`),
      }
    },
  }
}

/** One note, `n`, on a model server; `isDown` breaks the connection. */
function stage(server = new ModelServer('milk')) {
  const kept = memory()
  const wire = { isDown: false, losesAnswers: false, batches: [] as Update[][], created: 0, removed: 0 }
  /** Notes that were created here, beside `n`. */
  const made = new Map<string, Stored>()
  const clock = { now: 0, timers: new Map<number, { at: number; run: () => void }>() }
  const reach = <T>(answer: () => T, down: T) => Promise.resolve(wire.isDown ? down : answer())
  const later: Answer = { outcome: 'later' }
  const transport: Transport = {
    list: () => reach(() => [...made, ['n', server.note] as const].map(([id, note]) => listed(id, note)), null),
    create: (edit) =>
      reach((): Answer => {
        wire.created += 1
        const stored = { fields: { ...FIELDS, ...edit }, updatedAt: '1' }
        made.set(`c${wire.created}`, stored)
        return wire.losesAnswers ? later : { outcome: 'stored', id: `c${wire.created}`, stored }
      }, later),
    update: (updates) => {
      wire.batches.push([...updates])
      const answers = () =>
        updates.map(({ edit, prevUpdatedAt }) => server.answer({ kind: 'update', edit }, prevUpdatedAt))
      return reach(
        answers,
        updates.map(() => later),
      )
    },
    tick: ({ index, checked, base }) =>
      reach(
        () => server.answer({ kind: 'task', index, checked, edit: { content: base.fields.content } }, base.updatedAt),
        later,
      ),
    remove: (id) =>
      reach(() => {
        wire.removed += 1
        return made.delete(id) ? ({ outcome: 'removed' } as const) : server.answer({ kind: 'remove' }, '')
      }, later),
    restore: () => reach(() => server.answer({ kind: 'restore' }, ''), later),
  }
  let timers = 0
  const after = (ms: number, run: () => void) => {
    const timer = timers++
    clock.timers.set(timer, { at: clock.now + ms, run })
    return () => void clock.timers.delete(timer)
  }
  let keys = 0
  const open = async () => {
    const book = new Notebook({
      transport,
      saveQueue: kept.open(),
      now: () => clock.now,
      after,
      newKey: () => `k${keys++}`,
    })
    await book.load()
    return book
  }
  const pass = async (ms: number) => {
    clock.now += ms
    for (const [timer, { at, run }] of clock.timers) {
      if (at > clock.now || !clock.timers.delete(timer)) continue
      run()
      await settle()
    }
    await settle()
  }
  return { server, wire, kept, clock, open, pass }
}

const listed = (id: string, stored: Stored) => ({ id, stored, location: null, links: NO_LINKS, createdAt: '' })
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
const status = (book: Notebook, key = 'n') => statusOf(book.find(key)?.entry.value ?? fail())
const content = (book: Notebook, key = 'n') => shown(book.find(key)?.entry.value ?? fail()).content
function fail(): never {
  throw new Error('no such note')
}

test('typing is sent once after a pause with the updated_at of its base', async () => {
  const { server, wire, open, pass } = stage()
  const book = await open()
  for (const text of ['m', 'mi', 'milk and honey']) book.change('n', { content: text })
  expect(status(book)).toBe('saving')
  await pass(1_000)
  expect(wire.batches).toEqual([])
  await pass(300)
  expect(wire.batches).toEqual([
    [{ id: 'n', edit: { content: 'milk and honey' }, prevUpdatedAt: storedAs('', 1).updatedAt }],
  ])
  expect(status(book)).toBe('saved')
  expect(server.note.fields.content).toBe('milk and honey')
})

test('a conflict is resolved when the edit is reverted', async () => {
  const { server, open, pass } = stage()
  const book = await open()
  server.answer({ kind: 'update', edit: { content: 'theirs' } }, server.note.updatedAt)
  book.change('n', { content: 'mine' })
  await pass(1_500)
  expect(status(book)).toBe('conflict')
  book.change('n', { content: 'milk' })
  expect(status(book)).toBe('saved')
  expect(content(book)).toBe('theirs')
})

describe('offline', () => {
  test('an edit has status offline, is stored, and is sent when the connection is back', async () => {
    const { server, wire, kept, open, pass } = stage()
    const book = await open()
    wire.isDown = true
    book.change('n', { content: 'offline' })
    await pass(1_500)
    expect(status(book)).toBe('offline')
    expect(kept.rows.size).toBe(1)
    wire.isDown = false
    book.awaken()
    await pass(0)
    expect(server.note.fields.content).toBe('offline')
    expect(kept.rows.size).toBe(0)
  })

  test('notes that could not be loaded are loaded when the connection is back', async () => {
    const { wire, open, pass } = stage()
    wire.isDown = true
    const book = await open()
    expect(book.state.value).toBe('failed')
    wire.isDown = false
    book.awaken()
    await pass(0)
    expect(book.state.value).toBe('ready')
    expect(content(book)).toBe('milk')
  })

  test('an edit is sent after the page was closed and conflicts with a change of another page', async () => {
    const { server, wire, open, pass } = stage()
    const book = await open()
    wire.isDown = true
    book.change('n', { content: 'mine' })
    await pass(1_500)
    wire.isDown = false
    server.answer({ kind: 'update', edit: { content: 'theirs' } }, server.note.updatedAt)
    const again = await open()
    await pass(0)
    expect(status(again)).toBe('conflict')
    again.decide('n', { take: 'text', content: 'mine\ntheirs' })
    await pass(0)
    expect(server.note.fields.content).toBe('mine\ntheirs')
  })

  test('an edit is sent by a page that was opened before the first one was closed', async () => {
    const { server, wire, kept, open, pass } = stage()
    const book = await open()
    wire.isDown = true
    book.change('n', { content: 'mine' })
    await pass(1_500)
    wire.isDown = false
    kept.lock.isHeld = true
    const again = await open()
    await pass(0)
    expect(content(again)).toBe('milk')
    kept.lock.isHeld = false
    for (const run of kept.lock.waiting) run()
    await pass(0)
    expect(content(again)).toBe('mine')
    expect(server.note.fields.content).toBe('mine')
  })

  test('edits of one note by two closed pages are both kept', async () => {
    const { wire, open, pass, server } = stage()
    const [one, two] = [await open(), await open()]
    wire.isDown = true
    one.change('n', { content: 'milk one' })
    two.change('n', { content: 'milk two' })
    await pass(1_500)
    wire.isDown = false
    const again = await open()
    await pass(2_000)
    expect(content(again)).toBe('milk one\nmilk two')
    expect(server.note.fields.content).toBe('milk one\nmilk two')
  })
})

test('a new note is stored once it has text and keeps its key', async () => {
  const { wire, open, pass } = stage()
  const book = await open()
  const { key } = book.create(FIELDS)
  await pass(9_000)
  expect(wire.created).toBe(0)
  book.change(key, { content: 'hello' })
  book.finish(key)
  await pass(0)
  expect(wire.created).toBe(1)
  expect(book.find(key)?.entry.value.id).toBe('c1')
})

test('a note created while the list loads is kept and sent after the load', async () => {
  const { wire, open, pass } = stage()
  const book = await open()
  const loading = book.load()
  const { key } = book.create(FIELDS)
  book.change(key, { content: 'typed at once' })
  book.finish(key)
  expect(wire.created).toBe(0)
  await loading
  await pass(0)
  expect(wire.created).toBe(1)
  expect(book.notes.value.map((noted) => noted.key)).toContain(key)
})

describe('a discarded new note', () => {
  test('sends and stores nothing when it was never sent', async () => {
    const { wire, kept, open, pass } = stage()
    const book = await open()
    const { key } = book.create(FIELDS)
    book.change(key, { content: 'hel' })
    book.discard(key)
    await pass(20_000)
    expect({ created: wire.created, removed: wire.removed, kept: kept.rows.size }).toEqual({
      created: 0,
      removed: 0,
      kept: 0,
    })
    expect(book.notes.value.map((noted) => noted.key)).toEqual(['n'])
  })

  test('is deleted on the server without storing its last text when it was sent', async () => {
    const { wire, kept, open, pass } = stage()
    const book = await open()
    const { key } = book.create(FIELDS)
    book.change(key, { content: 'hello' })
    await pass(1_500)
    book.change(key, { content: '' })
    book.discard(key)
    await pass(20_000)
    expect({ created: wire.created, removed: wire.removed, kept: kept.rows.size }).toEqual({
      created: 1,
      removed: 1,
      kept: 0,
    })
    expect(wire.batches).toEqual([])
  })

  test('is deleted on the server when the answer to its creation was lost', async () => {
    const { wire, kept, open, pass } = stage()
    const book = await open()
    const { key } = book.create(FIELDS)
    wire.losesAnswers = true
    book.change(key, { content: 'hello' })
    await pass(1_500)
    wire.losesAnswers = false
    book.discard(key)
    await pass(20_000)
    expect({ created: wire.created, removed: wire.removed, kept: kept.rows.size }).toEqual({
      created: 1,
      removed: 1,
      kept: 0,
    })
  })
})

test('a deleted note leaves the list at once and undo restores it', async () => {
  const { open, pass } = stage()
  const book = await open()
  book.remove('n')
  expect(book.notes.value).toEqual([])
  await pass(0)
  book.undoRemove('n')
  await pass(0)
  expect(book.notes.value).toHaveLength(1)
  expect(status(book)).toBe('saved')
})

test('refresh shows the changes of another device', async () => {
  const { server, open } = stage()
  const book = await open()
  server.answer({ kind: 'update', edit: { content: 'elsewhere' } }, server.note.updatedAt)
  await book.refresh()
  expect(content(book)).toBe('elsewhere')
})
