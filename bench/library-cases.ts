import type { Client } from 'pg'
import { encodeCursor } from '#base/cursor.ts'
import type { FileId } from '#base/ids.ts'
import { PAGE_SIZE } from '#features/files/file.ts'
import type { Ask } from './library-http.ts'
import { NEEDLES } from './library-texts.ts'
import { HEAVY_USER, type LibrarySize, tokenOf } from './make-library.ts'

export type Target =
  | { kind: 'ratio'; atMost: number }
  /** Milliseconds over the bare query, at p50. */
  | { kind: 'over'; atMost: number }
  /** Milliseconds at p95. */
  | { kind: 'p95'; below: number }

export type Case = {
  title: string
  who: 'heavy' | 'typical'
  target: Target | null
  /** Asked in turn. */
  asks: Ask[]
  /** Writes: what is recorded and replayed is another file than the one that is saved through HTTP. */
  save?: { ask: (n: number) => Ask; recorded: Ask; userId: number; fileId: string }
}

export function cookieOf(userId: number): string {
  return `__Host-session=${tokenOf(userId)}`
}

/** People with a usual number of files. */
const TYPICAL = 20
const DEPTHS = 10

export async function findCases(client: Client, size: LibrarySize): Promise<Case[]> {
  const typical = await typicalUsers(client)
  return [
    ...(await listCases(client, size, typical)),
    ...searchCases(typical),
    ...(await Promise.all([viewCase(client, [HEAVY_USER], 'heavy'), viewCase(client, typical, 'typical')])),
    await saveCase(client, HEAVY_USER, 'heavy'),
    await saveCase(client, typical[0] ?? HEAVY_USER, 'typical'),
  ]
}

/** Around the median. */
async function typicalUsers(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select user_id::int as id from (select user_id, count(*) as n from files where deleted_at is null and user_id <> $1 group by user_id) u
     order by abs(n - (select percentile_cont(0.5) within group (order by n) from (select count(*) as n from files where deleted_at is null group by user_id) all_users)), user_id limit $2`,
    [HEAVY_USER, TYPICAL],
  )
  return rows.map(({ id }) => id)
}

const LIST: Target = { kind: 'ratio', atMost: 2 }
const PAGE: Target = { kind: 'over', atMost: 5 }

async function listCases(client: Client, size: LibrarySize, typical: number[]): Promise<Case[]> {
  const heavy = (title: string, query: string, path = '/api/files', target = LIST): Case => ({
    title,
    who: 'heavy',
    target,
    asks: [get(HEAVY_USER, `${path}${query}`)],
  })
  const pages = Math.min(1_000, Math.floor(size.heavy / PAGE_SIZE / 2))
  return [
    heavy('list, first page', ''),
    { title: 'list, first page', who: 'typical', target: LIST, asks: typical.map((id) => get(id, '/api/files')) },
    {
      title: `list, ${pages} pages in`,
      who: 'heavy',
      target: LIST,
      asks: (await cursorsAt(client, pages * PAGE_SIZE)).map((cursor) =>
        get(HEAVY_USER, `/api/files?cursor=${cursor}`),
      ),
    },
    heavy('list, oldest first', '?sort=created_at_asc'),
    heavy('list, language', '?lang=CSS'),
    heavy('list, common tag', '?category=work'),
    heavy('list, rare tag', `?category=${encodeURIComponent('חשוב')}`),
    heavy('list, repo', '?repo=acme%2Frepo-3'),
    heavy('list, favourites', '?category=favorites'),
    heavy('list, recent', '?category=recent'),
    heavy('list page (HTML)', '', '/files', PAGE),
    { title: 'list page (HTML)', who: 'typical', target: PAGE, asks: typical.map((id) => get(id, '/files')) },
  ]
}

async function cursorsAt(client: Client, offset: number): Promise<string[]> {
  const { rows } = await client.query<{ at: Date; id: FileId }>(
    `select created_at as at, replace(id::text, '-', '') as id from files where user_id = $1 and deleted_at is null
     order by created_at desc, id desc offset $2 limit $3`,
    [HEAVY_USER, offset - 1, DEPTHS],
  )
  return rows.map(encodeCursor)
}

function searchCases(typical: number[]): Case[] {
  const needles: [title: string, needle: string, heavyP95: number | null][] = [
    ['rare', NEEDLES.rare, 30],
    ['common', NEEDLES.common, 30],
    ['absent', NEEDLES.absent, 30],
    ['Hebrew rare', NEEDLES.hebrewRare, 30],
    ['Hebrew common', NEEDLES.hebrewCommon, 30],
    ['two letters, common', NEEDLES.twoCommon, 150],
    ['two letters, rare', NEEDLES.twoRare, 150],
    ['two letters, absent', NEEDLES.twoAbsent, 150],
    ['absent, of common parts', NEEDLES.fooling, null],
  ]
  const below = (ms: number | null): Target | null => (ms === null ? null : { kind: 'p95', below: ms })
  const path = (needle: string) => `/api/files?q=${encodeURIComponent(needle)}`
  return [
    ...needles.map(([title, needle, ms]): Case => ({
      title: `search, ${title}`,
      who: 'heavy',
      target: below(ms),
      asks: [get(HEAVY_USER, path(needle))],
    })),
    ...needles.map(([title, needle, ms]): Case => ({
      title: `search, ${title}`,
      who: 'typical',
      target: below(ms && 10),
      asks: typical.map((id) => get(id, path(needle))),
    })),
    ...[NEEDLES.rare, NEEDLES.common].map((needle): Case => ({
      title: `facets, ${needle === NEEDLES.rare ? 'rare' : 'common'}`,
      who: 'heavy',
      target: null,
      asks: [get(HEAVY_USER, `/api/files/facets?q=${needle}`)],
    })),
  ]
}

function get(userId: number, path: string): Ask {
  return { method: 'GET', path, cookie: cookieOf(userId) }
}

type Found = { userId: number; id: string; name: string }

async function someFiles(client: Client, users: number[], limit: number): Promise<Found[]> {
  const { rows } = await client.query<Found>(
    `select user_id::int as "userId", replace(id::text, '-', '') as id, file_name as name from files
     where user_id = any($1::bigint[]) and deleted_at is null and size_bytes between 2000 and 8000 order by md5(id::text) limit $2`,
    [users, limit],
  )
  return rows
}

async function viewCase(client: Client, users: number[], who: Case['who']): Promise<Case> {
  const asks = (await someFiles(client, users, 100)).map(({ userId, id }) => get(userId, `/api/files/${id}`))
  return { title: 'view', who, target: null, asks }
}

async function saveCase(client: Client, userId: number, who: Case['who']): Promise<Case> {
  const [saved, recorded] = await someFiles(client, [userId], 2)
  if (!saved || !recorded) throw new Error(`User ${userId} has no files`)
  const ask = ({ name }: Found, edit: number): Ask => ({
    method: 'POST',
    path: '/api/files',
    cookie: cookieOf(userId),
    body: JSON.stringify({ file_name: name, content: `// edit ${edit}\n${SAVED_TEXT}` }),
  })
  return {
    title: 'save a version',
    who,
    target: null,
    asks: [],
    save: { ask: (n) => ask(saved, n), recorded: ask(recorded, Date.now()), userId, fileId: recorded.id },
  }
}

/** About 4 kB, as most files are. */
const SAVED_TEXT = Array.from({ length: 100 }, (_, i) => `export const line${i} = [${i}, ${i * 7}, '${i * 31}']`).join(
  '\n',
)
