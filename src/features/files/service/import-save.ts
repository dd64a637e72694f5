import { detectLanguage, isLanguage } from '#base/language/language.ts'
import { countLines } from '#base/lines.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import { type File, MAX_CONTENT_BYTES, type VersionSource } from '../file.ts'
import { uniqueName } from '../name.ts'
import { binaryNotSupported, contentTooLarge, nameNotUtf8, nameTaken } from '../problems.ts'
import { decodeText } from '../text-bytes.ts'
import { nameOf, uploadKey } from '../upload-path.ts'
import { assertFileName } from './names.ts'
import { namesakesOf, type ExistingFile } from './namesakes.ts'
import { packText, type Text } from './pack-text.ts'
import { saving } from './record-version.ts'
import { restoreExact } from './restore-exact.ts'
import { type Draft, putByName } from './save-by-name.ts'

type Stored = Pick<File, 'id' | 'fileName' | 'version'>
export type Skipped = { path: string; outcome: 'skipped'; files: number }

/** The result of one file of many; a failure concerns this file alone. */
export type ImportResult =
  | { path: string; outcome: 'saved' | 'unchanged'; file: Stored }
  /** Skipped junk such as `node_modules`, one result per folder. */
  | Skipped
  | { path: string; outcome: 'refused'; problem: Problem }

/** The state of one import: the results so far and the names in use. */
export type FileImport = {
  ctx: UserCtx
  source: VersionSource
  results: ImportResult[]
  skipped: Map<string, Skipped>
  /** Names used by this import. A second file with the same name must not become a version of the first. */
  names: Set<string>
  paths: Map<string, number>
  families: Map<string, Map<string, ExistingFile>>
}

export function startImport(ctx: UserCtx, source: VersionSource): FileImport {
  return { ctx, source, results: [], skipped: new Map(), names: new Set(), paths: new Map(), families: new Map() }
}

/**
 * By its path: without a folder it is a new file or the next version of the file with its name. With folders, or as the
 * second one with its name, it is identified by the path: the same path is the same file, and another path never is.
 */
export type Uploaded = {
  /** Null: larger than the limit of a file. */
  bytes: Buffer | null
  /** Found inside a zip, where unchanged files get no new version. */
  inZip?: boolean
}

export async function saveUploaded(run: FileImport, path: string, { bytes, inZip }: Uploaded): Promise<ImportResult> {
  if (bytes === null || bytes.length > MAX_CONTENT_BYTES)
    throw contentTooLarge({ field: 'content', max: MAX_CONTENT_BYTES })
  const content = decodeText(bytes)
  if (content === null) throw binaryNotSupported()
  // The form and zip parsers write U+FFFD where the bytes of a name were not UTF-8.
  if (path.includes('\ufffd')) throw nameNotUtf8()
  const name = nameOf(path)
  assertFileName(name)
  const draft: Draft = { fileName: name, content, source: run.source }
  const nth = (run.paths.get(path) ?? 0) + 1
  run.paths.set(path, nth)
  if (path !== name || run.names.has(name)) return saveSourced(run, path, { ...draft, sourceUrl: uploadKey(path, nth) })
  const text = await packText(run.ctx, content)
  const present = inZip ? (await familyOf(run, name)).get(name) : undefined
  return present ? saveOver(run, path, present, draft, text) : saved(run, path, await put(run.ctx, draft, text))
}

/** The dates of a new file. `language` is kept where our detection differs. */
export type Fresh = { createdAt: Date; updatedAt: Date; language: string | null }

/** By its `sourceUrl`: the next version of the file that has it, else a new file under a free name. */
export async function saveSourced(run: FileImport, path: string, draft: Draft, fresh?: Fresh): Promise<ImportResult> {
  const text = await packText(run.ctx, draft.content)
  const known = [...(await familyOf(run, draft.fileName)).values()].find(
    ({ sourceUrl, fileName }) => sourceUrl === draft.sourceUrl && !run.names.has(fileName),
  )
  if (known) return saveOver(run, path, known, draft, text)
  for (;;) {
    const family = await familyOf(run, draft.fileName)
    const fileName = uniqueName(draft.fileName, (candidate) => family.has(candidate) || run.names.has(candidate))
    const named = { ...draft, fileName }
    const file = fresh ? await putDated(run.ctx, named, fresh) : await putNew(run.ctx, named, text)
    if (file) return saved(run, path, file)
    // A concurrent request took the name after the check.
    run.families.delete(draft.fileName)
  }
}

/** The next version of this file, whatever its name is. */
export async function saveVersion(
  run: FileImport,
  path: string,
  of: ExistingFile,
  draft: Draft,
): Promise<ImportResult> {
  return saveOver(run, path, of, draft, await packText(run.ctx, draft.content))
}

async function saveOver(
  run: FileImport,
  path: string,
  present: ExistingFile,
  draft: Draft,
  text: Text,
): Promise<ImportResult> {
  if (!present.sha256.equals(text.stored.sha256))
    return saved(run, path, await put(run.ctx, { ...draft, fileName: present.fileName }, text))
  run.names.add(present.fileName)
  return { path, outcome: 'unchanged', file: present }
}

function saved(run: FileImport, path: string, file: Stored): ImportResult {
  run.names.add(file.fileName)
  return { path, outcome: 'saved', file }
}

async function familyOf(run: FileImport, name: string): Promise<Map<string, ExistingFile>> {
  const known = run.families.get(name)
  if (known) return known
  const family = await namesakesOf(run.ctx.db, run.ctx.user.id, name)
  run.families.set(name, family)
  return family
}

async function put(ctx: UserCtx, draft: Draft, text: Text): Promise<File> {
  return saving(ctx, (trx) => putByName(trx, ctx, draft, text))
}

/** Returns null and writes nothing when the name was taken concurrently. */
async function putNew(ctx: UserCtx, draft: Draft, text: Text): Promise<File | null> {
  try {
    return await saving(ctx, async (trx) => {
      const file = await putByName(trx, ctx, draft, text)
      // Rolls the transaction back without counting as a store failure.
      if (file.version > 1) throw nameTaken({ file_name: draft.fileName, suggestion: '' })
      return file
    })
  } catch (error) {
    if (error instanceof Problem && error.code === nameTaken.kind.code) return null
    throw error
  }
}

async function putDated(ctx: UserCtx, draft: Draft, { language: given, ...dates }: Fresh): Promise<Stored> {
  const { fileName, content, source } = draft
  const detected = detectLanguage(fileName, content)
  const language = given !== null && isLanguage(given) ? given : detected
  const { file } = await restoreExact(ctx, {
    fileName,
    language,
    languageIsChosen: language !== detected,
    description: draft.description ?? '',
    tags: draft.tags ?? [],
    repo: draft.repo ?? null,
    sourceUrl: draft.sourceUrl ?? null,
    isFavorite: false,
    isPinned: false,
    ...dates,
    touchedAt: ctx.now,
    deletedAt: null,
    purgeAt: null,
    versions: [{ version: 1, linesAdded: countLines(content), linesRemoved: 0, source, createdAt: dates.updatedAt }],
    contentOf: async () => content,
  })
  return file
}
