import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { Pool } from 'pg'

/**
 * The least that could answer: `node:http` and the driver, no framework, no checks, no headers, no log.
 * `node bench/bare-server.ts <hello|select-1|visitor|files>` with PORT and DATABASE_URL.
 */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })

// The statements that the web process sends for the same answers, under names as there.
const KEY = {
  name: 'key',
  text: 'select user_id as "userId", session_id as "sessionId" from session_keys where token_hash = $1',
}
const PERSON = {
  name: 'person',
  text: `select s.last_seen_at as "lastSeenAt", s.ends_at as "endsAt", u.first_name as "firstName", u.role, u.locale, u.theme
    from sessions s join users u on u.user_id = $1 where s.user_id = $1 and s.id = $2 and s.expires_at > $3`,
}
const FILES = {
  name: 'files',
  text: `select f.id, f.file_name as "fileName", f.language, f.language_is_chosen as "languageIsChosen", f.description,
    f.first_line as "firstLine", f.tags, f.repo, f.source_url as "sourceUrl", f.version, f.size_bytes as "sizeBytes",
    f.line_count as "lineCount", f.is_favorite as "isFavorite", f.is_pinned as "isPinned", f.created_at as "createdAt",
    f.updated_at as "updatedAt", f.deleted_at as "deletedAt", f.purge_at as "purgeAt" from files f
    where f.user_id = $1 and f.deleted_at is null order by f.created_at desc, f.id desc limit $2`,
}
const TOTAL = {
  name: 'total',
  text: "select coalesce(sum(c.n), 0)::int as n from file_counts c where c.user_id = $1 and c.kind = 'language'",
}

const answers: Record<string, (request: IncomingMessage) => Promise<object>> = {
  hello: async () => ({ ok: true }),
  'select-1': async () => ({ ok: (await pool.query('select 1')).rows.length === 1 }),
  visitor: findVisitor,
  files: async (request) => {
    const { userId } = await findVisitor(request)
    const { rows: items } = await pool.query({ ...FILES, values: [userId, 21] })
    const { rows: total } = await pool.query({ ...TOTAL, values: [userId] })
    return { ok: true, items, total }
  },
}

async function findVisitor({ headers }: IncomingMessage): Promise<{ userId: string; person: unknown }> {
  const token = headers.cookie?.split('=')[1] ?? ''
  const tokenHash = createHash('sha256').update(token).digest()
  const { rows } = await pool.query<{ userId: string; sessionId: string }>({ ...KEY, values: [tokenHash] })
  const { userId = '', sessionId } = rows[0] ?? {}
  const person = await pool.query({ ...PERSON, values: [userId, sessionId, new Date()] })
  return { userId, person: person.rows[0] }
}

const answer = answers[process.argv[2] ?? '']
if (!answer) throw new Error(`node bench/bare-server.ts <${Object.keys(answers).join('|')}>`)
createServer((request, response) => {
  answer(request).then(
    (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
    () => response.writeHead(500).end(),
  )
}).listen(Number(process.env['PORT']), '127.0.0.1')
