import { detectLanguage, isLanguage } from '#base/language/language.ts'
import { countLines } from '#base/lines.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import type { File, VersionSource } from '../file.ts'
import { type Located, pathOf, splitPath, uniquePath } from '../path.ts'
import { binaryNotSupported, contentTooLarge, nameNotUtf8, nameTaken } from '../problems.ts'
import { decodeText } from '../text-bytes.ts'
import { uploadKey } from '../upload-path.ts'
import { parsePath } from './names.ts'
import { namesakesOf, type ExistingFile } from './namesakes.ts'
import { packText, type Text } from './pack-text.ts'
import { saving } from './record-version.ts'
import { restoreExact } from './restore-exact.ts'
import { type Draft, prepareDraft, putByName } from './save-by-name.ts'

type Stored = Pick<File, 'id' | 'folder' | 'fileName' | 'version'>
export type Skipped = { path: string; outcome: 'skipped'; files: number }

/** The result of one file of many; a failure concerns this file alone. */
export type ImportResult =
  | { path: string; outcome: 'saved' | 'unchanged'; file: Stored }
  /** Skipped junk such as `node_modules`, one result per folder. */
  | Skipped
  | { path: string; outcome: 'refused'; problem: Problem }

/** The state of one import: the results so far and the paths in use. */
export type FileImport = {
  ctx: UserCtx
  source: VersionSource
  results: ImportResult[]
  skipped: Map<string, Skipped>
  /** Paths used by this import. A second file with the same path must not become a version of the first. */
  used: Set<string>
  /** How often each path was sent. */
  sent: Map<string, number>
  families: Map<string, Map<string, ExistingFile>>
  /** Set once the daily budget of the token is used up: the other files are refused without being packed and compared. */
  budget: Problem | null
}

export function startImport(ctx: UserCtx, source: VersionSource): FileImport {
  const maps = { skipped: new Map(), sent: new Map(), families: new Map() }
  return { ctx, source, results: [], ...maps, used: new Set(), budget: null }
}

/** By its path: the same path is the same file, and another path never is. The second one of a request with its path is a file of its own. */
export type Uploaded = {
  /** Null: larger than the limit of a file. */
  bytes: Buffer | null
  /** Found inside a zip, where unchanged files get no new version. */
  inZip?: boolean
}

export async function saveUploaded(run: FileImport, path: string, { bytes, inZip }: Uploaded): Promise<ImportResult> {
  const max = run.ctx.maxFileBytes
  if (bytes === null || bytes.length > max) throw contentTooLarge({ field: 'content', max })
  const content = decodeText(bytes)
  if (content === null) throw binaryNotSupported()
  // The form and zip parsers write U+FFFD where the bytes of a name were not UTF-8.
  if (path.includes('\ufffd')) throw nameNotUtf8()
  const draft: Draft = { ...parsePath(path), content, source: run.source }
  const nth = (run.sent.get(path) ?? 0) + 1
  run.sent.set(path, nth)
  if (run.used.has(path)) return saveSourced(run, path, { ...draft, sourceUrl: uploadKey(path, nth) })
  const text = await packText(run.ctx, content)
  // Of many files most are unchanged and get no version; one that a person picked alone does.
  const present = inZip || draft.folder !== '' ? (await familyOf(run, path)).get(path) : undefined
  return present ? saveOver(run, path, present, draft, text) : saved(run, path, await put(run.ctx, draft, text))
}

/** The dates of a new file. `language` is kept where our detection differs. */
export type Fresh = { createdAt: Date; updatedAt: Date; language: string | null }

/** By its `sourceUrl`: the next version of the file that has it, else a new file under a free path. */
export async function saveSourced(run: FileImport, path: string, draft: Draft, fresh?: Fresh): Promise<ImportResult> {
  const text = await packText(run.ctx, draft.content)
  const known = await findSourced(run, draft)
  if (known) return saveOver(run, path, known, draft, text)
  for (;;) {
    const named = { ...draft, ...splitPath(await freePath(run, pathOfDraft(draft))) }
    const file = fresh ? await putDated(run.ctx, named, fresh) : await putNew(run.ctx, named, text)
    if (file) return saved(run, path, file)
    // A concurrent request took the path after the check.
    run.families.delete(pathOfDraft(draft))
  }
}

type SourcedDraft = Pick<Draft, 'folder' | 'fileName' | 'sourceUrl'>

function pathOfDraft({ folder = '', fileName }: SourcedDraft): string {
  return pathOf({ folder, fileName })
}

/** What `saveSourced` would do. `sha256` is null when the text is not known yet. */
export type PlannedImport = { outcome: 'new' | 'update' | 'unchanged' | 'known' } & Located

/** Plans the import of a file without writing anything; call it for the files in their order, because they take paths. */
export async function planSourced(
  run: FileImport,
  draft: SourcedDraft,
  sha256: Uint8Array | null,
): Promise<PlannedImport> {
  const known = await findSourced(run, draft)
  const path = known?.path ?? (await freePath(run, pathOfDraft(draft)))
  run.used.add(path)
  const located = splitPath(path)
  if (!known) return { outcome: 'new', ...located }
  if (!sha256) return { outcome: 'known', ...located }
  return { outcome: known.sha256.equals(sha256) ? 'unchanged' : 'update', ...located }
}

async function findSourced(run: FileImport, draft: SourcedDraft): Promise<ExistingFile | undefined> {
  const isKnown = ({ sourceUrl, path }: ExistingFile) => sourceUrl === draft.sourceUrl && !run.used.has(path)
  const family = [...(await familyOf(run, pathOfDraft(draft))).values()]
  // Releases before folders put every file outside of them.
  return family.find(isKnown) ?? [...(await familyOf(run, draft.fileName)).values()].find(isKnown)
}

async function freePath(run: FileImport, path: string): Promise<string> {
  const family = await familyOf(run, path)
  return uniquePath(path, (candidate) => family.has(candidate) || run.used.has(candidate))
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
    return saved(run, path, await put(run.ctx, { ...draft, ...splitPath(present.path) }, text))
  run.used.add(present.path)
  const { id, version } = present
  return { path, outcome: 'unchanged', file: { id, version, ...splitPath(present.path) } }
}

function saved(run: FileImport, path: string, file: Stored): ImportResult {
  run.used.add(pathOf(file))
  return { path, outcome: 'saved', file }
}

async function familyOf(run: FileImport, path: string): Promise<Map<string, ExistingFile>> {
  const known = run.families.get(path)
  if (known) return known
  const family = await namesakesOf(run.ctx.db, run.ctx.user.id, path)
  run.families.set(path, family)
  return family
}

async function put(ctx: UserCtx, draft: Draft, text: Text): Promise<File> {
  const prepared = await prepareDraft(ctx, draft, text)
  return saving(ctx, (trx) => putByName(trx, ctx, draft, prepared))
}

/** Returns null and writes nothing when the path was taken concurrently. */
async function putNew(ctx: UserCtx, draft: Draft, text: Text): Promise<File | null> {
  const prepared = await prepareDraft(ctx, draft, text)
  try {
    return await saving(ctx, async (trx) => {
      const file = await putByName(trx, ctx, draft, prepared)
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
  const { folder = '', fileName, content, source } = draft
  const detected = detectLanguage(fileName, content)
  const language = given !== null && isLanguage(given) ? given : detected
  const { file } = await restoreExact(ctx, {
    folder,
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
    versions: [
      {
        version: 1,
        linesAdded: countLines(content),
        linesRemoved: 0,
        source,
        token: ctx.token ?? null,
        createdAt: dates.updatedAt,
      },
    ],
    contentOf: async () => content,
  })
  return file
}
