import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runInline } from '#platform/threads.ts'
import { replyOf } from '../../../test/app.ts'
import { runOnce } from '../../../test/job.ts'
import { ctxOf, exportOf, importInto } from '../../../test/libraries.ts'
import { repoStage, type RepoStage, type TestUser } from '../../../test/repos.ts'
import { checkWatches } from './jobs.ts'

let stage: RepoStage
let dana: TestUser
beforeAll(async () => {
  stage = await repoStage()
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  stage.app.advance(60)
  dana = await stage.app.user('Dana')
})

const API = '/api/sticky-notes'
const HEAD = ['import os', '']
const TOTAL = [
  'def total(invoices):',
  '    amounts = [each.amount for each in invoices]',
  '    print(len(amounts))',
  '    return sum(amounts)',
]
const TAX = [
  '',
  'def tax(invoice, rate):',
  '    taxable = invoice.amount - invoice.exempt',
  '    return taxable * rate',
]
const text = (...blocks: readonly (readonly string[])[]) => `${blocks.flat().join('\n')}\n`
const CHANGED = TOTAL.with(3, '    return round(sum(amounts), 2)')
const REWRITTEN = ['def total(invoices):', '    """Of everything."""', '    return Ledger.of(invoices).balance()']
const SYMBOL = { kind: 'function', name: 'total' }

const due = async (person = dana) => replyOf(await person.get(`${API}/reminders/due`)).items
const readWatch = async (note: string) => replyOf(await dana.get(`${API}/note/${note}/watch`))
const watchSymbol = (note: string) => dana.post(`${API}/note/${note}/watch`, { of: 'symbol' })
const check = () => runOnce(stage.app, checkWatches(runInline).run)

/** A note on the second line of `total()`, which is watched. */
async function watchedFile(content = text(HEAD, TOTAL, TAX), name = 'a.py') {
  const file = await dana.saveFile(name, content)
  const note = (await dana.createNote(file, { content: 'סכום', line_start: 4, line_end: 4 })).id
  let version = 1
  const save = async (next: string) => {
    stage.app.advance(1)
    const saved = await dana.put(`/api/files/${file}`, { content: next, prev_version: version })
    expect(saved.status, saved.text).toBe(200)
    version += 1
    await check()
  }
  return { file, note, save }
}

describe('a watch of a symbol in a file', () => {
  test('is offered with the watch of the lines, and fires when other lines of the symbol change', async () => {
    const { note, save } = await watchedFile()
    expect(await readWatch(note)).toMatchObject({ can_watch: true, watch: null, enclosing: SYMBOL })
    const lines = await dana.post(`${API}/note/${note}/watch`)
    expect(lines.body).toMatchObject({ watch: { state: 'on' }, enclosing: SYMBOL })
    expect(lines.body).not.toHaveProperty('watch.symbol')
    expect(await watchSymbol(note)).toMatchObject({ status: 200, body: { watch: { state: 'on', symbol: SYMBOL } } })
    await save(text(HEAD, CHANGED, TAX))
    await check()
    expect(await due()).toMatchObject([
      {
        note_id: note,
        place: 'a.py:4',
        change: {
          symbol: SYMBOL,
          is_gone: false,
          rows: [{}, {}, {}, { kind: 'removed', text: TOTAL[3] }, { kind: 'added', text: CHANGED[3] }],
        },
      },
    ])
  })

  test.each([
    ['it moves behind other symbols', text(HEAD, TAX, [''], TOTAL)],
    ['other symbols change', text(HEAD, TOTAL, ['def tax(): ...'])],
    [
      'white space at line ends changes',
      text(
        HEAD,
        TOTAL.map((line) => `${line}  `),
        TAX,
      ),
    ],
  ])('stays on when %s', async (_, content) => {
    const { note, save } = await watchedFile()
    await watchSymbol(note)
    await save(content)
    expect(await due()).toEqual([])
    expect((await readWatch(note)).watch).toMatchObject({ state: 'on', symbol: SYMBOL })
  })

  test('fires when the symbol is rewritten and the lines of the note are lost; armed again it watches the symbol', async () => {
    const { note, save } = await watchedFile()
    await watchSymbol(note)
    await save(text(HEAD, REWRITTEN, TAX))
    expect(await due()).toMatchObject([{ place: 'a.py', change: { symbol: SYMBOL, is_gone: false } }])
    expect((await due())[0]?.change?.rows).toContainEqual({ kind: 'added', text: REWRITTEN[2] })
    stage.app.advance(1)
    expect(await dana.post(`${API}/note/${note}/watch`)).toMatchObject({ body: { watch: { symbol: SYMBOL } } })
    await save(text(TAX, HEAD, REWRITTEN))
    expect(await due()).toEqual([])
    await save(text(TAX, HEAD, REWRITTEN.toSpliced(1, 1)))
    expect(await due()).toHaveLength(1)
  })

  test('fires with the new text when the symbol is renamed, and as gone when it is deleted', async () => {
    const { note, save } = await watchedFile()
    await watchSymbol(note)
    await save(text(HEAD, TOTAL.with(0, 'def sum_of(invoices):'), TAX))
    expect((await due())[0]?.change?.rows).toContainEqual({ kind: 'added', text: 'def sum_of(invoices):' })
    stage.app.advance(1)
    await save(text(HEAD, TOTAL, TAX))
    await watchSymbol(note)
    await save(text(HEAD, TAX))
    expect(await due()).toMatchObject([{ change: { symbol: SYMBOL, is_gone: true } }])
    // The lines and the symbol are gone.
    expect(await watchSymbol(note)).toMatchObject({ status: 409, body: { code: 'nothing_to_watch' } })
  })

  test('stays with the symbol when the note is attached to other lines, and ends with the lines of the note', async () => {
    const { note, save } = await watchedFile()
    await watchSymbol(note)
    stage.app.advance(1)
    const moved = await dana.put(`${API}/note/${note}`, { line_start: 9, line_end: 9 })
    expect(moved.body).toMatchObject({ note: { watch: { state: 'on', symbol: SYMBOL } } })
    await save(text(HEAD, CHANGED, TAX))
    expect(await due()).toMatchObject([{ change: { symbol: SYMBOL } }])
    await dana.post(`${API}/note/${note}/watch`)
    const { body } = await dana.put(`${API}/note/${note}`, { line_start: null, line_end: null })
    expect(body).not.toHaveProperty('note.watch')
  })

  test('is not offered outside every symbol, without a grammar or for a symbol that is too long', async () => {
    const { note: outside } = await watchedFile(text(['x = 1', 'y = 2', 'z = 3', 'print(x, y, z)']))
    const { note: unknown } = await watchedFile(text(TOTAL), 'notes.txt')
    for (const note of [outside, unknown]) {
      expect(await readWatch(note)).toMatchObject({ can_watch: true, enclosing: null })
      expect(await watchSymbol(note)).toMatchObject({ status: 409, body: { code: 'no_symbol_to_watch' } })
    }
    const { note: long } = await watchedFile(text(HEAD, TOTAL, [`    # ${'x'.repeat(50_000)}`, '    pass']))
    expect((await readWatch(long)).enclosing).toBeNull()
    expect(await watchSymbol(long)).toMatchObject({ status: 409, body: { code: 'watch_too_long' } })
    expect(await dana.post(`${API}/note/${long}/watch`, { of: 'file' })).toMatchObject({ status: 400 })
  })

  test('is exported and imported, and goes on', async () => {
    const { note } = await watchedFile()
    await watchSymbol(note)
    const zip = await exportOf(ctxOf(stage.app, dana.id))
    const omer = await stage.app.user('Omer')
    await importInto(ctxOf(stage.app, omer.id), zip)
    const [file] = replyOf(await omer.get('/api/files')).items
    const imported = replyOf(await omer.get(`${API}/${file?.id ?? ''}`)).notes
    expect(imported).toMatchObject([{ watch: { state: 'on', symbol: SYMBOL } }])
    await omer.put(`/api/files/${file?.id ?? ''}`, { content: text(HEAD, CHANGED, TAX), prev_version: 1 })
    await check()
    expect(await due(omer)).toMatchObject([{ change: { symbol: SYMBOL, is_gone: false } }])
  })
})

describe('a watch of a symbol in a repository', () => {
  async function watchedIn(name: string) {
    const origin = stage.server.create(name)
    origin.commit({ put: { 'a.py': text(HEAD, TOTAL, TAX) } })
    const id = await stage.mirror(dana, name)
    const home = `${API}/repo/${encodeURIComponent(name)}/a.py` as const
    const note = replyOf(await dana.post(home, { content: 'סכום', line_start: 4, line_end: 4 })).id
    expect(await watchSymbol(note)).toMatchObject({ status: 200, body: { watch: { symbol: SYMBOL } } })
    const sync = async (put: Record<string, string>, remove: readonly string[] = []) => {
      stage.app.advance(60)
      origin.commit({ put, remove: [...remove] })
      await stage.resync(dana, id)
    }
    return { note, sync }
  }

  test('fires once when another line of it changes', async () => {
    const { note, sync } = await watchedIn('noa/symbol')
    await sync({ 'a.py': text(TAX, HEAD, TOTAL) })
    expect(await due()).toEqual([])
    await sync({ 'a.py': text(TAX, HEAD, CHANGED) })
    expect(await due()).toMatchObject([{ note_id: note, change: { symbol: SYMBOL, is_gone: false } }])
    expect((await due())[0]?.change?.rows).toContainEqual({ kind: 'added', text: CHANGED[3] })
    await dana.post(`${API}/reminders/ack`, { note_id: note })
    await sync({ 'a.py': text(HEAD, TOTAL) })
    expect(await due()).toEqual([])
  })

  test('stays on in another file, and fires when it changes there', async () => {
    const { sync } = await watchedIn('noa/symbol-moved')
    await sync({ 'a.py': text(HEAD, TAX), 'c.py': text(HEAD, ['# c'], TOTAL) })
    expect(await due()).toEqual([])
    await sync({ 'c.py': text(HEAD, ['# c'], CHANGED) })
    expect(await due()).toMatchObject([{ change: { is_gone: false } }])
  })

  test('goes on by name when the lines of the note are lost', async () => {
    const { note, sync } = await watchedIn('noa/symbol-lost')
    await sync({ 'a.py': text(HEAD, REWRITTEN, TAX) })
    expect(await due()).toMatchObject([{ change: { is_gone: false } }])
    expect(await dana.post(`${API}/note/${note}/watch`)).toMatchObject({ body: { watch: { symbol: SYMBOL } } })
    await sync({ 'a.py': text(TAX, HEAD, REWRITTEN) })
    expect(await due()).toEqual([])
    await sync({ 'a.py': text(TAX, HEAD, REWRITTEN.toSpliced(1, 1)) })
    expect(await due()).toMatchObject([{ note_id: note, change: { is_gone: false } }])
  })

  test('stays on in a renamed file when the lines of the note are lost, and fires when it changes there', async () => {
    const { note, sync } = await watchedIn('noa/symbol-renamed')
    await sync({ 'b.py': text(HEAD, REWRITTEN, TAX) }, ['a.py'])
    expect(await due()).toMatchObject([{ place: 'noa/symbol-renamed/b.py', change: { is_gone: false } }])
    await dana.post(`${API}/note/${note}/watch`)
    await sync({ 'c.py': text(HEAD, REWRITTEN, TAX) }, ['b.py'])
    expect(await due()).toEqual([])
    await sync({ 'c.py': text(HEAD, REWRITTEN.toSpliced(1, 1), TAX) })
    expect(await due()).toMatchObject([{ place: 'noa/symbol-renamed/c.py', change: { is_gone: false } }])
  })

  test('fires as gone when the symbol or its file is deleted', async () => {
    const deleted = await watchedIn('noa/symbol-gone')
    await deleted.sync({ 'a.py': text(HEAD, TAX) })
    const file = await watchedIn('noa/symbol-file-gone')
    await file.sync({ 'b.py': text(['x = 1']) }, ['a.py'])
    expect(await due()).toMatchObject([{ change: { is_gone: true } }, { change: { is_gone: true } }])
  })
})
