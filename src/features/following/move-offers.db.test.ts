import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ORIGIN, replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { failingThreads } from '../../../test/failing-threads.ts'
import { connect, listening } from '../../../test/mcp-client.ts'

const TOTAL = `def total(invoices):
    amount = sum(each.amount for each in invoices)
    return round(amount, 2)
`
const REST = `import decimal

def tax(amount):
    return amount * decimal.Decimal('0.17')
`
const BOTH = `${TOTAL}\n${REST}`
const MINUTES = 60

let app: TestApp
let dana: TestUser
/** Each test works in its own hours: the files of another one are not within an hour. */
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '1000' })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  app.advance(24 * 60 * MINUTES)
  dana = await app.user('Dana')
})

const files = { n: 0 }
const nameOf = (name: string) => `t${(files.n += 1)}-${name}`

/** A file from yesterday, with a note on `total`. */
async function invoices() {
  const id = await dana.saveFile(nameOf('invoices.py'), BOTH)
  const note = await dana.createNote(id, { content: 'rounds too early', line_start: 1, line_end: 3 })
  app.advance(24 * 60 * MINUTES)
  return { id, note: note.id }
}

async function save(id: string, content: string): Promise<void> {
  const { version } = await dana.readFile(id)
  replyOf(await dana.put(`/api/files/${id}`, { content, prev_version: version }))
}

async function placeOf(id: string) {
  return replyOf(await dana.get(`/api/sticky-notes/${id}`)).notes[0]?.place
}

describe('a lost note offers the file that has its code', () => {
  test('when the code was saved there first and then removed here', async () => {
    const { id } = await invoices()
    const name = nameOf('total.py')
    const other = await dana.saveFile(name, `import math\n\n${TOTAL}`, { folder: 'billing' })
    app.advance(50 * MINUTES)
    await save(id, REST)
    const offer = { file_id: other, path: `billing/${name}`, version: 1, line_start: 3, line_end: 5 }
    expect(await placeOf(id)).toMatchObject({ state: 'lost', evidence: { kind: 'lost', version: 2 }, offer })
  })

  test('when it was removed here first and then saved there, into a file that existed', async () => {
    const { id } = await invoices()
    const other = await dana.saveFile(nameOf('total.py'), 'import math\n')
    app.advance(3 * 60 * MINUTES)
    await save(id, REST)
    expect(await placeOf(id)).not.toHaveProperty('offer')
    app.advance(50 * MINUTES)
    await save(other, `import math\n\n${TOTAL}`)
    expect(await placeOf(id)).toMatchObject({
      state: 'lost',
      offer: { file_id: other, version: 2, line_start: 3, line_end: 5 },
    })
  })

  test('also days later, on the lines of its newest version', async () => {
    const { id } = await invoices()
    await save(id, REST)
    const other = await dana.saveFile(nameOf('total.py'), TOTAL)
    app.advance(72 * 60 * MINUTES)
    await save(other, `import math\n\n${TOTAL}`)
    expect(await placeOf(id)).toMatchObject({ offer: { file_id: other, version: 2, line_start: 3, line_end: 5 } })
  })

  test('when its lines had changed before they were moved', async () => {
    const { id } = await invoices()
    const changed = BOTH.replace('round(amount, 2)', 'round(amount, 3)')
    await save(id, changed)
    await save(id, REST)
    const other = await dana.saveFile(nameOf('total.py'), changed.slice(0, changed.indexOf('\nimport')))
    expect(await placeOf(id)).toMatchObject({ offer: { file_id: other, line_start: 1, line_end: 3 } })
  })

  test('through an upload and through an agent, who reads the offer too', async () => {
    const { secret } = await dana.createToken('robot')
    const { id, note } = await invoices()
    const agent = await connect(await listening(app), secret)
    const edited = await agent.call('edit_file', { file_id: id, prev_version: 1, old_text: TOTAL, new_text: '' })
    expect(edited.isError, edited.text).toBe(false)
    const path = nameOf('total.py')
    await dana.raw({
      method: 'POST',
      url: '/api/files/upload',
      headers: { origin: ORIGIN, 'content-type': 'multipart/form-data; boundary=edge' },
      payload: `--edge\r\ncontent-disposition: form-data; name="file"; filename="${path}"\r\n\r\n${TOTAL}\r\n--edge--\r\n`,
    })
    const offer = { path, line_start: 1, line_end: 3 }
    expect((await agent.call('read_note', { note_id: note })).text).toContain(`"path":"${path}"`)
    expect((await agent.call('list_notes', { file_id: id })).data).toMatchObject({ notes: [{ state: 'lost', offer }] })
    await agent.close()
  })
})

describe('a lost note offers no file', () => {
  test('when the code was saved there more than an hour before or after', async () => {
    const { id } = await invoices()
    await dana.saveFile(nameOf('before.py'), TOTAL)
    app.advance(61 * MINUTES)
    await save(id, REST)
    app.advance(61 * MINUTES)
    await dana.saveFile(nameOf('after.py'), TOTAL)
    expect(await placeOf(id)).not.toHaveProperty('offer')
  })

  test('when two files have the same code', async () => {
    const { id } = await invoices()
    await save(id, REST)
    await dana.saveFile(nameOf('one.py'), TOTAL)
    expect(await placeOf(id)).toHaveProperty('offer')
    await dana.saveFile(nameOf('two.py'), TOTAL)
    expect(await placeOf(id)).not.toHaveProperty('offer')
  })

  test('when the other file had the code before', async () => {
    const { id } = await invoices()
    const other = await dana.saveFile(nameOf('copy.py'), TOTAL)
    app.advance(3 * 60 * MINUTES)
    await save(other, `${TOTAL}\nprint(total([]))\n`)
    await save(id, REST)
    expect(await placeOf(id)).not.toHaveProperty('offer')
  })

  test('when the other file is in the trash or of somebody else', async () => {
    const { id, note } = await invoices()
    await save(id, REST)
    const omer = await app.user('Omer')
    const theirs = await omer.saveFile(nameOf('total.py'), TOTAL)
    expect(await placeOf(id)).not.toHaveProperty('offer')
    const to = { file_id: theirs, version: 1, line_start: 1, line_end: 3 }
    expect((await dana.post(`/api/sticky-notes/note/${note}/move-to-file`, to)).status).toBe(404)
    const own = await dana.saveFile(nameOf('total.py'), TOTAL)
    expect(await placeOf(id)).toHaveProperty('offer')
    replyOf(await dana.post('/api/files/bulk-delete', { file_ids: [own] }))
    expect(await placeOf(id)).not.toHaveProperty('offer')
  })

  test('when the comparison misses its deadline', async () => {
    await using slow = await testApp({}, failingThreads(['find-moved'], 'deadline'))
    const noa = await slow.user('Noa')
    const id = await noa.saveFile('invoices.py', BOTH)
    await noa.createNote(id, { line_start: 1, line_end: 3 })
    await noa.saveFile('total.py', TOTAL)
    await noa.put(`/api/files/${id}`, { content: REST, prev_version: 1 })
    const { notes } = replyOf(await noa.get(`/api/sticky-notes/${id}`))
    expect(notes).toMatchObject([{ place: { state: 'lost' } }])
    expect(notes[0]?.place).not.toHaveProperty('offer')
  })
})

describe('the offer', () => {
  async function moved() {
    const { id, note } = await invoices()
    await save(id, REST)
    const other = await dana.saveFile(nameOf('total.py'), TOTAL)
    const place = await placeOf(id)
    const offer = place?.offer
    if (!offer) throw new Error('no offer')
    const { path: _path, ...to } = offer
    return {
      id,
      note,
      other,
      to,
      move: (where: object) => dana.post(`/api/sticky-notes/note/${note}/move-to-file`, where),
    }
  }

  test('moves the note to those lines, also when the file was saved again meanwhile, and back', async () => {
    const { id, note, other, to, move } = await moved()
    await save(other, `import math\n\n${TOTAL}`)
    const { was, note: item } = replyOf(await move(to))
    expect(item).toMatchObject({ id: note, file_id: other, line_start: 1, line_end: 3, content: 'rounds too early' })
    expect(was).toEqual({ file_id: id, version: 1, line_start: 1, line_end: 3 })
    expect(replyOf(await dana.get(`/api/sticky-notes/${id}`)).count).toBe(0)
    expect(await placeOf(other)).toMatchObject({ state: 'shifted', line_start: 3, line_end: 5 })
    const { places } = replyOf(await dana.get(`/api/sticky-notes/note/${note}/places`))
    expect(places).toMatchObject([{ kind: 'attached', version: 1, line_start: 1 }])
    replyOf(await move(was ?? {}))
    expect(await placeOf(id)).toMatchObject({ state: 'lost', offer: { file_id: other, version: 2, line_start: 3 } })
    expect(replyOf(await dana.get(`/api/sticky-notes/${other}`)).count).toBe(0)
  })

  test('is not made again once it was dismissed, until that is taken back', async () => {
    const { id, note } = await moved()
    const dismiss = async (version: number | null) =>
      replyOf(await dana.post(`/api/sticky-notes/note/${note}/dismiss-move`, { version }))
    await dismiss(2)
    expect(await placeOf(id)).not.toHaveProperty('offer')
    await dismiss(null)
    expect(await placeOf(id)).toHaveProperty('offer')
  })

  test('keeps a watch on the code', async () => {
    const { note, other, to, move } = await moved()
    await app.pool.query(`update notes set watch_at = updated_at, watch_text = 'x' where user_id = $1 and id = $2`, [
      dana.id,
      note,
    ])
    replyOf(await move(to))
    const { rows } = await app.pool.query('select watched_version from files where user_id = $1 and id = $2', [
      dana.id,
      other,
    ])
    expect(rows).toEqual([{ watched_version: 1 }])
  })

  test('cannot be accepted or dismissed with a token', async () => {
    const { secret } = await dana.createToken('robot')
    const { note, to } = await moved()
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    for (const [url, body] of [
      [`/api/sticky-notes/note/${note}/move-to-file`, to],
      [`/api/sticky-notes/note/${note}/dismiss-move`, { version: 2 }],
    ] as const) {
      const answer = await app.visitor().raw({ method: 'POST', url, headers, payload: JSON.stringify(body) })
      expect(answer.status).toBeGreaterThanOrEqual(401)
    }
  })
})
