import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type BombLeaf, gitBomb } from '../git-bomb.ts'
import { deltaBomb } from '../git-packs.ts'
import { zipOf } from '../zips.ts'

const MIB = 1024 * 1024

/** A route that takes JSON: how much, and in which fields. Plain data, because another thread makes the bodies. */
export type BodyRoute = { method: string; url: string; maxBytes: number; fields: string[] }
export type Attack = { family: string; method: string; path: string; type: string; body: Buffer; needsToken?: true }

const many = (bytes: number) => `[${'{},'.repeat(Math.max(0, Math.floor(bytes / 3) - 2))}{}]`

/** JSON that costs more than its bytes, of a given size. */
const JSON_FAMILIES: Record<string, (bytes: number, fields: readonly string[]) => string> = {
  'many small values': (bytes, [field = 'x']) => `{"${field}":${many(bytes - field.length - 8)}}`,
  'many keys': (bytes) => `{${Array.from({ length: Math.floor(bytes / 14) }, (_, i) => `"k${i}":1`).join()}}`,
  deep: (bytes, [field = 'x']) => `{"${field}":${'['.repeat(bytes / 2 - 20)}${']'.repeat(bytes / 2 - 20)}}`,
  // Just within the budget of values, so that the schema sees all of it.
  'long list of issues': (bytes, fields) => {
    const each = Math.min(9_000, bytes / 4) / 2 / Math.max(1, fields.length)
    return `{${fields.map((field) => `"${field}":${many(each * 3)}`).join()}}`
  },
}

export function jsonAttacks(routes: readonly BodyRoute[], families = Object.keys(JSON_FAMILIES)): (() => Attack)[] {
  return families.flatMap((family) =>
    routes.map(({ method, url, maxBytes, fields }) => () => ({
      family,
      method,
      path: url.replaceAll(/:\w+|\*/g, '0190f000000070008000000000000000'),
      type: 'application/json',
      body: Buffer.from(JSON_FAMILIES[family]?.(maxBytes, fields) ?? ''),
    })),
  )
}

export const IMPORT_FAMILIES: Record<string, () => Promise<Attack>[]> = {
  manifests: () => [
    importing('manifests', 'a.json', Buffer.from(many(31 * MIB))),
    zipped('manifests', [{ name: 'manifest.json', content: `{"x":${many(45 * MIB)}}` }]),
    zipped(
      'manifests',
      Array.from({ length: 10 }, (_, i) => ({ name: `d${i}/manifest.json`, content: `{"x":${many(20 * MIB)}}` })),
    ),
    zipped('manifests', [{ name: 'manifest.json', content: largeManifest() }]),
    zipped('manifests', sidecars()),
  ],
  'zip directories': () => [
    zipped(
      'zip directories',
      Array.from({ length: 2_000 }, (_, i) => ({ name: `${'n'.repeat(20_000)}${i}`, content: '' })),
    ),
  ],
  databases: () => [
    movingIn(
      'databases',
      'massCode.db',
      massCode('length(replace(hex(zeroblob(20000000)), char(48), char(49)))', 20_000),
    ),
    movingIn('databases', 'massCode.db', massCode('zeroblob(50000000)', 20)),
  ],
  trees: () =>
    (['files', 'links', 'folders'] satisfies BombLeaf[]).map((leaf) =>
      movingIn('trees', 'a.zip', zipOf(gitBomb('gist', leaf)), 'opengist'),
    ),
  packs: () => [push(process.env['LOAD'] === 'full' ? 20_000 : 200)],
}

async function importing(family: string, filename: string, content: Buffer): Promise<Attack> {
  return { family, method: 'POST', path: '/api/import', ...form([{ name: 'file', filename, content }]) }
}

async function zipped(family: string, files: { name: string; content: string | Buffer }[]): Promise<Attack> {
  return importing(family, 'a.zip', await zipOf(files))
}

async function movingIn(family: string, filename: string, content: Promise<Buffer>, source = ''): Promise<Attack> {
  const parts = [
    { name: 'source', content: Buffer.from(source) },
    { name: 'files', filename, content: await content },
  ]
  return { family, method: 'POST', path: '/api/move-in/preview', ...form(parts) }
}

function form(parts: readonly { name: string; filename?: string; content: Buffer }[]): { type: string; body: Buffer } {
  const boundary = randomBytes(12).toString('hex')
  const chunks = parts.flatMap(({ name, filename, content }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
  const body = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)])
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}

/** The list of an export with as many files as it may have; none of them is in the zip. */
function largeManifest(): string {
  const row = { path: 'files/a.txt', sidecar: 'files/a.json', sidecar_sha256: '0'.repeat(64), in_trash: false }
  const rows = Array.from({ length: 100_000 }, () => row)
  const none = { notes: [], shares: [], boards: [], repositories: [], settings: [] }
  return JSON.stringify({ ...HEAD, files: rows, ...none })
}

const HEAD = { format: 'codeshelf-export', format_version: 2, exported_at: '2026-01-01T00:00:00.000Z' }

/** An export whose parts are lists of empty objects. */
function sidecars(): { name: string; content: string }[] {
  const content = `{"versions":${many(7 * MIB)}}`
  const hash = createHash('sha256').update(content).digest('hex')
  const row = { path: 'files/a.txt', sidecar: 'part.json', sidecar_sha256: hash, in_trash: false }
  const rows = [row, row, row, row]
  const manifest = { ...HEAD, files: rows, notes: rows, shares: rows, boards: [], repositories: [], settings: [] }
  return [
    { name: 'manifest.json', content: JSON.stringify(manifest) },
    { name: 'part.json', content },
  ]
}

async function massCode(value: string, rows: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'masscode-'))
  const path = join(folder, 'massCode.db')
  const database = new DatabaseSync(path)
  database.exec(`create table folders (id, name, parentId); create table tags (id, name);
    create table snippet_tags (snippetId, tagId);
    create table snippets (id, name, description, folderId, isDeleted, createdAt, updatedAt);
    create table snippet_contents (snippetId, label, language);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
    insert into snippet_contents select 1, 'a', 'b' from n;
    alter table snippet_contents add column value as (${value})`)
  database.close()
  const content = await readFile(path)
  await rm(folder, { recursive: true })
  return content
}

/** A push whose pack of some hundred kilobytes unpacks to 15 MB for each delta. */
async function push(deltas: number): Promise<Attack> {
  const { pack, baseId } = deltaBomb(deltas)
  const command = `${'0'.repeat(40)} ${baseId} refs/heads/main\0 report-status`
  const line = Buffer.from(`${(command.length + 4).toString(16).padStart(4, '0')}${command}0000`)
  const type = 'application/x-git-receive-pack-request'
  const body = Buffer.concat([line, pack])
  return { family: 'packs', method: 'POST', path: '/library.git/git-receive-pack', type, body, needsToken: true }
}
