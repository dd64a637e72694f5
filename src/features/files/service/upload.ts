import { junkRoot } from '#base/junk-paths.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { businessMetric } from '#platform/events/business.ts'
import { Problem } from '#platform/problem.ts'
import { dbSaveCodeSnippetError } from '../events.ts'
import { type File, MAX_CONTENT_BYTES, type VersionSource } from '../file.ts'
import { freeName, isFileName } from '../name.ts'
import { binaryNotSupported, contentTooLarge, invalidFileName } from '../problems.ts'
import type { Namesake } from '../store/transfer.ts'
import { decodeText } from '../text-bytes.ts'
import { cleanPath, nameOf, uploadKey } from '../upload-path.ts'
import { namesakesOf } from './namesakes.ts'
import { reporting } from './report.ts'
import { type Draft, packText, putByName, type Text } from './save.ts'

type Kept = Pick<File, 'id' | 'fileName' | 'version'>

/** What became of one file of many: what goes wrong with it is said of it alone. */
export type Uploaded =
  | { path: string; outcome: 'saved' | 'unchanged'; file: Kept }
  /** Junk that nobody means to keep, whole folders in one line. */
  | { path: string; outcome: 'skipped'; files: number }
  | { path: string; outcome: 'refused'; problem: Problem }

/** One upload: what came in so far, and under which names. */
export type Upload = {
  ctx: UserCtx
  source: VersionSource
  results: Uploaded[]
  skipped: Map<string, { path: string; outcome: 'skipped'; files: number }>
  /** Names given in this upload. No second file of it becomes a version of the first. */
  names: Set<string>
  paths: Map<string, number>
  families: Map<string, Map<string, Namesake>>
}

export function startUpload(ctx: UserCtx, source: VersionSource): Upload {
  return { ctx, source, results: [], skipped: new Map(), names: new Set(), paths: new Map(), families: new Map() }
}

export type Handed = {
  path: string
  /** Null: larger than a file may be. */
  bytes: Buffer | null
  /** Found inside a zip, where what has not changed stays as it is. */
  inZip?: boolean
}

export async function addFile(upload: Upload, { path, bytes, inZip = false }: Handed): Promise<void> {
  const clean = cleanPath(path)
  if (skipJunk(upload, clean)) return
  try {
    if (bytes === null || bytes.length > MAX_CONTENT_BYTES) throw contentTooLarge({ max: MAX_CONTENT_BYTES })
    const content = decodeText(bytes)
    if (content === null) throw binaryNotSupported()
    upload.results.push(await keep(upload, clean, content, inZip))
  } catch (error) {
    refuse(upload, clean, error)
  }
}

/** Only a refusal is a result; a bug ends the upload. */
export function refuse(upload: Upload, path: string, error: unknown): void {
  if (!(error instanceof Problem)) throw error
  upload.results.push({ path, outcome: 'refused', problem: error })
}

export function skipJunk(upload: Upload, path: string): boolean {
  const root = junkRoot(path)
  if (root === null) return false
  const known = upload.skipped.get(root)
  if (known) known.files += 1
  else {
    const result = { path: root, outcome: 'skipped' as const, files: 1 }
    upload.skipped.set(root, result)
    upload.results.push(result)
  }
  return true
}

/**
 * A file that comes by its own name is saved by it: a new file or the next version. One that comes with folders, or as the
 * second of its name, is known by its path instead: the same path again is the same file, another path never is.
 */
async function keep(upload: Upload, path: string, content: string, inZip: boolean): Promise<Uploaded> {
  const name = nameOf(path)
  if (!isFileName(name)) throw invalidFileName()
  const draft: Draft = { fileName: name, content, source: upload.source }
  const nth = (upload.paths.get(path) ?? 0) + 1
  upload.paths.set(path, nth)
  if (path !== name || upload.names.has(name))
    return keepByKey(upload, path, { ...draft, sourceUrl: uploadKey(path, nth) })
  const text = packText(content)
  const present = inZip ? (await familyOf(upload, name)).get(name) : undefined
  return present
    ? saveOver(upload, path, present, draft, text)
    : saved(upload, path, await put(upload.ctx, draft, text))
}

/** Known by `sourceUrl`: the next version of the file that has it, else a new file under a free name. */
export async function keepByKey(
  upload: Upload,
  path: string,
  draft: Draft,
  putFresh: (ctx: UserCtx, draft: Draft, text: Text) => Promise<File | null> = putNew,
): Promise<Uploaded> {
  const text = packText(draft.content)
  const known = [...(await familyOf(upload, draft.fileName)).values()].find(
    ({ sourceUrl, fileName }) => sourceUrl === draft.sourceUrl && !upload.names.has(fileName),
  )
  if (known) return saveOver(upload, path, known, draft, text)
  for (;;) {
    const family = await familyOf(upload, draft.fileName)
    const fileName = freeName(draft.fileName, (candidate) => family.has(candidate) || upload.names.has(candidate))
    const file = await putFresh(upload.ctx, { ...draft, fileName }, text)
    if (file) return saved(upload, path, file)
    // Somebody took the name since we looked.
    upload.families.delete(draft.fileName)
  }
}

export function saysThis(present: Namesake, content: string): boolean {
  return present.sha256.equals(packText(content).stored.sha256)
}

/** Known by what it is: the next version of this file, whatever it is called. */
export async function keepOver(upload: Upload, path: string, present: Namesake, draft: Draft): Promise<Uploaded> {
  return saveOver(upload, path, present, draft, packText(draft.content))
}

async function saveOver(upload: Upload, path: string, present: Namesake, draft: Draft, text: Text): Promise<Uploaded> {
  if (!present.sha256.equals(text.stored.sha256))
    return saved(upload, path, await put(upload.ctx, { ...draft, fileName: present.fileName }, text))
  upload.names.add(present.fileName)
  return { path, outcome: 'unchanged', file: present }
}

function saved(upload: Upload, path: string, file: File): Uploaded {
  upload.names.add(file.fileName)
  return { path, outcome: 'saved', file }
}

async function familyOf(upload: Upload, name: string): Promise<Map<string, Namesake>> {
  const known = upload.families.get(name)
  if (known) return known
  const family = await namesakesOf(upload.ctx.db, upload.ctx.user.id, name)
  upload.families.set(name, family)
  return family
}

async function put(ctx: UserCtx, draft: Draft, text: Text): Promise<File> {
  const file = await reporting(ctx, dbSaveCodeSnippetError, () =>
    ctx.db.transaction().execute((trx) => putByName(trx, ctx, draft, text)),
  )
  ctx.emit(businessMetric, { metric: 'file_saved' })
  return file
}

class NameTaken extends Error {}

/** Null, and nothing is written, when the name was taken a moment ago. */
async function putNew(ctx: UserCtx, draft: Draft, text: Text): Promise<File | null> {
  try {
    const file = await ctx.db.transaction().execute(async (trx) => {
      const put = await putByName(trx, ctx, draft, text)
      if (put.version > 1) throw new NameTaken()
      return put
    })
    ctx.emit(businessMetric, { metric: 'file_saved' })
    return file
  } catch (error) {
    if (error instanceof NameTaken) return null
    throw error
  }
}
