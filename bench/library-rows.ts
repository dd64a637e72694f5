import { type FileId, uuidV7 } from '#base/ids.ts'
import { countLines } from '#base/lines.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { detectLanguage } from '#base/language/language.ts'
import { packBody } from '#platform/db/body-codec.ts'
import { countChanges } from '#features/files/counts.ts'
import { firstLine } from '#features/files/file.ts'
import { foldContent, searchDoc } from '#features/files/search-index.ts'
import type { Random } from './library-random.ts'
import { type MadeText, words } from './library-texts.ts'

/** One file and everything that a save of it would have written. */
export type MadeFile = ReturnType<typeof makeFile>

const TAGS = words(`work todo draft utils api react node bench sql css legacy snippet config docs test auth cache parser
  cli deploy docker ideas learning regex dates mail charts forms hooks icons לימודים עבודה טיוטה בית שרת לקוח חשוב`)
const NAMES =
  words(`parse config user index server client route store list search table page form button menu date format
  token session cache queue worker mail file tree diff merge theme colour chart login setup report export import`)
const OWNERS = words('dana omer noa acme studio labs')
const TRASH_DAYS = 30

export type Asked = { userId: number; n: number; at: Date; now: Date; isTrashed: boolean; isHeavy: boolean }

export function makeFile(random: Random, { content, extension }: MadeText, asked: Asked) {
  const { userId, n, at, now, isTrashed, isHeavy } = asked
  const fileName = `${random.pick(NAMES)}-${random.pick(NAMES)}-${n}.${extension}`
  const tags = [...new Set(Array.from({ length: random.below(5) }, () => random.pickEarly(TAGS)))]
  const description = random.chance(0.4) ? `${random.pick(NAMES)} ${random.pick(TAGS)} ${random.pick(NAMES)}` : ''
  const body = packBody(content)
  const deletedAt = isTrashed ? addSeconds(now, -random.below(20 * SECONDS_PER_DAY)) : null
  return {
    userId,
    id: uuidV7<'file'>(at, random.bytes(10)) satisfies FileId,
    fileName,
    language: detectLanguage(fileName, content),
    description,
    firstLine: firstLine(content),
    tags,
    repo: random.chance(0.4) ? `${random.pick(OWNERS)}/repo-${random.below(isHeavy ? 40 : 4)}` : null,
    ...body,
    lineCount: countLines(content),
    isFavorite: random.chance(0.03),
    isPinned: random.chance(0.002),
    createdAt: at,
    // Most files are never opened again.
    touchedAt: random.chance(0.1) ? new Date(at.getTime() + random.below(now.getTime() - at.getTime() + 1)) : at,
    deletedAt,
    purgeAt: deletedAt && addSeconds(deletedAt, TRASH_DAYS * SECONDS_PER_DAY),
    indexed: isHeavy,
    search: searchDoc({ fileName, description, tags }, foldContent(content)),
  }
}

type Value = string | number | boolean | Date | Buffer | null | string[]

/** What each table gets of a file, in the order of `COLUMNS`. */
export const COLUMNS = {
  blobs: 'user_id, sha256, size_bytes, codec, body, created_at',
  files: `user_id, id, file_name, language, description, first_line, tags, repo, version, sha256, size_bytes, line_count,
    is_favorite, is_pinned, created_at, updated_at, touched_at, deleted_at, purge_at`,
  file_versions: `user_id, file_id, version, sha256, size_bytes, line_count, lines_added, lines_removed, source, created_at`,
  search_docs: 'user_id, file_id, indexed, pairs, doc',
}
export type Loaded = keyof typeof COLUMNS

export function rowsOf(f: MadeFile): Record<Loaded, string> {
  const { userId, id, sha256, sizeBytes, lineCount, createdAt } = f
  return {
    blobs: copyRow([userId, sha256, sizeBytes, f.codec, f.body, createdAt]),
    files: copyRow(fileValues(f)),
    file_versions: copyRow([userId, id, 1, sha256, sizeBytes, lineCount, lineCount, 0, 'upload', createdAt]),
    search_docs: copyRow([userId, id, f.indexed, f.indexed ? Buffer.from(f.search.pairs) : null, f.search.doc]),
  }
}

function fileValues(f: MadeFile): Value[] {
  const { sha256, sizeBytes, lineCount, createdAt } = f
  const what = [f.userId, f.id, f.fileName, f.language, f.description, f.firstLine, f.tags, f.repo]
  const moments = [createdAt, createdAt, f.touchedAt, f.deletedAt, f.purgeAt]
  return [...what, 1, sha256, sizeBytes, lineCount, f.isFavorite, f.isPinned, ...moments]
}

/** One line in PostgreSQL's text format of COPY. */
export function copyRow(values: readonly Value[]): string {
  return `${values.map(copyValue).join('\t')}\n`
}

function copyValue(value: Value): string {
  if (value === null) return String.raw`\N`
  if (typeof value === 'string') return escaped(value)
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return String.raw`\\x` + value.toString('hex')
  // Our tags need no quotes.
  return Array.isArray(value) ? `{${value.join(',')}}` : String(value)
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' }

function escaped(text: string): string {
  return text.replaceAll(/[\\\n\t\r]/g, (char) => ESCAPES[char] ?? char)
}

/** Counters as the saves would have kept them. */
export function makeCounters() {
  const counts = new Map<string, number>()
  const saves = new Map<string, number>()
  const add = (map: Map<string, number>, key: string, by: number) => map.set(key, (map.get(key) ?? 0) + by)
  return {
    add(file: MadeFile): void {
      add(saves, `${file.userId}\t${file.createdAt.toISOString().slice(0, 10)}`, 1)
      if (file.deletedAt) return
      for (const { kind, name, by } of countChanges([{ from: null, to: { ...file, folder: '' } }]))
        add(counts, `${file.userId}\t${kind}\t${name}`, by)
    },
    rows: () => ({ file_counts: linesOf(counts), file_activity: linesOf(saves) }),
  }
}

function linesOf(map: ReadonlyMap<string, number>): string[] {
  return Array.from(map, ([key, n]) => `${key}\t${n}\n`)
}
