import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, ORIGIN, replyOf, type TestApp, testApp, type TestUser } from './app.ts'
import { zipOf } from './zips.ts'

let app: TestApp
let dana: TestUser
let secret: string
let fileId: string
let noteId: string
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '1000' })
  dana = await app.user('Dana')
  secret = (await dana.createToken('doors')).secret
  fileId = await dana.saveFile('kept.py', 'kept\n')
  noteId = (await dana.createNote(fileId, { content: 'kept' })).id
})
afterAll(() => app[Symbol.asyncDispose]())

/** Hebrew in Windows-1255, a character cut in two, a surrogate in UTF-8, an overlong slash, bytes that never occur. */
const BAD_BYTES = [[0xf9, 0xec], [0xd7], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xff, 0xfe]].map((bytes) =>
  Buffer.from(bytes),
)
/** Stands for the bad bytes in texts that are built as strings. */
const MARK = '@@'

function withBytes(text: string, bytes: Buffer): Buffer {
  const [before = '', ...after] = text.split(MARK)
  return Buffer.concat([Buffer.from(before), ...after.flatMap((part) => [bytes, Buffer.from(part)])])
}

const json = (method: 'POST' | 'PUT', url: () => string, body: object, headers = {}) => ({
  send: (bytes: Buffer) =>
    dana.raw({
      method,
      url: url(),
      headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
      payload: withBytes(JSON.stringify(body), bytes),
    }),
  status: 400,
  code: 'invalid_utf8',
})

const form = (url: () => string, encode: (bytes: Buffer) => Buffer, fields: string) => ({
  send: (bytes: Buffer) =>
    dana.raw({
      method: 'POST',
      url: url(),
      headers: { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' },
      payload: withBytes(fields, encode(bytes)),
    }),
  status: 400,
  code: 'invalid_utf8',
})
const percent = (bytes: Buffer) => Buffer.from(bytes.toString('hex').replaceAll(/../g, '%$&'))

/** One file in a multipart form, with bad bytes in its name or its content. */
const multipart = (url: string, name: string, content: (bytes: Buffer) => Promise<Buffer> | Buffer, code: string) => ({
  send: async (bytes: Buffer) =>
    dana.raw({
      method: 'POST',
      url,
      headers: { origin: ORIGIN, 'content-type': 'multipart/form-data; boundary=edge' },
      payload: Buffer.concat([
        withBytes(`--edge\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`, bytes),
        await content(bytes),
        Buffer.from('\r\n--edge--\r\n'),
      ]),
    }),
  status: 200,
  code,
})
const plain = () => Buffer.from('plain text')
const zipWith = (text: string) => (bytes: Buffer) => zipOf([{ name: 'in-zip.py', content: withBytes(text, bytes) }])
/** A name of the same length is put in place of the one that the writer took. */
async function zipWithBadName(bytes: Buffer): Promise<Buffer> {
  const good = 'n'.repeat(bytes.length)
  const zip = await zipOf([{ name: `${good}.py`, content: 'plain text' }])
  return Buffer.from(zip.toString('latin1').replaceAll(`${good}.py`, `${bytes.toString('latin1')}.py`), 'latin1')
}

const call = (name: string, input: object) =>
  json(
    'POST',
    () => '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } },
    { accept: 'application/json, text/event-stream' },
  )

const raw = (method: 'POST' | 'PUT') => ({
  send: (bytes: Buffer) =>
    dana.raw({ method, url: '/api/files/raw/bad.py', headers: { origin: ORIGIN }, payload: bytes }),
  status: 415,
  code: 'binary_not_supported',
})

type Door = { send: (bytes: Buffer) => Promise<Answer>; status: number; code: string }
const DOORS: Record<string, Door> = {
  'POST /api/files, content': json('POST', () => '/api/files', { file_name: 'bad.py', content: MARK }),
  'POST /api/files, name': json('POST', () => '/api/files', { file_name: `${MARK}.py`, content: 'x' }),
  'PUT /api/files/:id': json('PUT', () => `/api/files/${fileId}`, { content: MARK, prev_version: 1 }),
  'POST /files/new as JSON': json('POST', () => '/files/new', { file_name: 'bad.py', content: MARK }),
  'POST /files/new as a form': form(() => '/files/new', percent, `file_name=bad.py&content=${MARK}`),
  'POST /files/new as a form with bytes': form(
    () => '/files/new',
    (b) => b,
    `file_name=bad.py&content=${MARK}`,
  ),
  'POST /file/:id/edit': form(
    () => `/file/${fileId}/edit`,
    percent,
    `prev_version=1&file_name=kept.py&content=${MARK}`,
  ),
  'POST /api/sticky-notes/:file': json('POST', () => `/api/sticky-notes/${fileId}`, { content: MARK }),
  'PUT /api/sticky-notes/note/:id': json('PUT', () => `/api/sticky-notes/note/${noteId}`, { content: MARK }),
  'PUT /api/files/raw/:name': raw('PUT'),
  'POST /api/files/raw/:name': raw('POST'),
  'upload of a file': multipart('/api/files/upload', 'bad.py', (bytes) => bytes, 'binary_not_supported'),
  'upload of a file name': multipart('/api/files/upload', `${MARK}.py`, plain, 'name_not_utf8'),
  'upload of a zip': multipart('/api/files/upload', 'a.zip', zipWith(MARK), 'binary_not_supported'),
  'upload of a zip with a bad name in it': multipart('/api/files/upload', 'a.zip', zipWithBadName, 'name_not_utf8'),
  'import of a file': multipart('/api/import', 'bad.py', (bytes) => bytes, 'binary_not_supported'),
  'import of a zip': multipart('/api/import', 'a.zip', zipWith(MARK), 'binary_not_supported'),
  'import of gists': multipart(
    '/api/import',
    'gists.json',
    (bytes) => withBytes(`[{"files": {"bad.py": {"filename": "bad.py", "content": "${MARK}"}}}]`, bytes),
    'binary_not_supported',
  ),
  'MCP save_file': call('save_file', { file_name: 'bad.py', content: MARK }),
  'MCP create_note': call('create_note', { file_id: 'x', content: MARK }),
}

describe('bytes that are not UTF-8', () => {
  test.each(Object.entries(DOORS))('%s refuses them', async (name, { send, status, code }) => {
    const isAgent = name.startsWith('MCP')
    for (const bytes of BAD_BYTES) {
      const answer = isAgent ? await asAgent(() => send(bytes)) : await send(bytes)
      expect(answer.status, answer.text).toBe(status)
      expect(answer.text).toContain(`"code":"${code}"`)
    }
  })

  test('nothing of them is stored, replaced or not', async () => {
    const { items } = replyOf(await dana.get('/api/files'))
    expect(items).toMatchObject([{ file_name: 'kept.py', version: 1 }])
    expect(replyOf(await dana.get(`/api/sticky-notes/${fileId}`)).notes).toMatchObject([{ content: 'kept' }])
    expect(await columnsWith('\ufffd')).toEqual([])
  })

  test('the character U+FFFD itself is ordinary text', async () => {
    const id = await dana.saveFile('real.txt', 'a\ufffdb', { description: '\ufffd' })
    expect(await dana.readFile(id)).toMatchObject({ content: 'a\ufffdb', description: '\ufffd' })
    // So the search above would have found it.
    expect(await columnsWith('\ufffd')).toContain('files.description')
  })
})

/** MCP takes a token and no cookie. */
async function asAgent(send: () => Promise<Answer>): Promise<Answer> {
  const person = dana
  dana = {
    ...person,
    raw: (options) =>
      app.visitor().raw({ ...options, headers: { ...options.headers, authorization: `Bearer ${secret}` } }),
  }
  try {
    return await send()
  } finally {
    dana = person
  }
}

/** Every column of every table whose text holds this. */
async function columnsWith(needle: string): Promise<string[]> {
  const { rows } = await app.pool.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY', 'character varying')`,
  )
  const found: string[] = []
  for (const { table, column } of rows) {
    const { rowCount } = await app.pool.query(
      `select from "${table}" where position($1 in "${column}"::text) > 0 limit 1`,
      [needle],
    )
    if (rowCount) found.push(`${table}.${column}`)
  }
  return found
}
