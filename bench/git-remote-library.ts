import type { Client } from 'pg'
import type { FileId } from '#base/ids.ts'
import { sha256 } from '#platform/crypto.ts'
import { packBody } from '#platform/db/body-codec.ts'
import { newId } from '#platform/random.ts'

const USER = 7
export const TOKEN = 'csk_bench'
const LINES = 60
/** The versions are spread over four years. */
const FROM = Date.parse('2022-11-15T00:00:00Z')
const SPAN_MS = 126_000_000_000

type Made = { id: FileId; name: string; version: number; lines: string[] }

/** A user with a token and files: every file once, then versions in an order that jumps about, each with one changed line. */
export async function fillLibrary(client: Client, size: { files: number; versions: number }): Promise<void> {
  // Every row that a foreign key would look for is written here.
  await client.query('set session_replication_role = replica')
  await putPerson(client)
  const files = Array.from({ length: size.files }, (_, i) => makeFile(i))
  for (let n = 0; n < size.versions; n++) {
    const file = files[n < size.files ? n : (n * 7_919) % size.files]
    if (!file) continue
    file.version += 1
    file.lines[(n * 13) % LINES] = `export const changed${n} = '${sha256(String(n)).toString('hex')}'`
    await putVersion(client, file, new Date(FROM + Math.floor((n / size.versions) * SPAN_MS)))
  }
  await client.query(`insert into file_counts values ($1, 'language', 'TypeScript', $2)`, [USER, size.files])
  await client.query('analyze')
}

async function putPerson(client: Client): Promise<void> {
  const users = 'insert into users (user_id, first_name, role, created_at, last_sign_in_at)'
  await client.query(`${users} values ($1, 'Dana', 'user', now(), now())`, [USER])
  const id = newId(new Date())
  const hash = sha256(TOKEN)
  const tokens = 'insert into access_tokens (user_id, id, token_hash, name, scopes, created_at)'
  await client.query(`${tokens} values ($1, $2, $3, 'git', '{read,write}', now())`, [USER, id, hash])
  await client.query('insert into access_token_keys (token_hash, user_id, token_id) values ($1, $2, $3)', [
    hash,
    USER,
    id,
  ])
}

function makeFile(i: number): Made {
  const lines = Array.from({ length: LINES }, (_, n) => {
    const noise = sha256(`${i} ${n}`).toString('hex').slice(0, 12)
    return `export const value${n} = compute(${i * 31 + n}, '${noise}')`
  })
  return { id: newId(new Date(FROM + i)), name: `file-${i}.ts`, version: 0, lines }
}

async function putVersion(client: Client, { id, name, version, lines }: Made, at: Date): Promise<void> {
  const { sha256: hash, sizeBytes, codec, body } = packBody(`${lines.join('\n')}\n`)
  await client.query('insert into blobs values ($1, $2, $3, $4, $5, $6)', [USER, hash, sizeBytes, codec, body, at])
  if (version === 1)
    await client.query(
      `insert into files (user_id, id, file_name, language, version, sha256, size_bytes, line_count, created_at, updated_at, touched_at)
       values ($1, $2, $3, 'TypeScript', 1, $4, $5, ${LINES}, $6, $6, $6)`,
      [USER, id, name, hash, sizeBytes, at],
    )
  else
    await client.query('update files set version = $3, sha256 = $4, updated_at = $5 where user_id = $1 and id = $2', [
      USER,
      id,
      version,
      hash,
      at,
    ])
  const versions = `insert into file_versions values ($1, $2, $3, $4, $5, ${LINES}, 1, 1, 'web', $6)`
  await client.query(versions, [USER, id, version, hash, sizeBytes, at])
}
