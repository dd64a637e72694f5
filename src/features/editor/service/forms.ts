import type { FileId } from '#base/ids.ts'
import { detectLanguage, isLanguage } from '#base/language/language.ts'
import { charLength } from '#base/text.ts'
import type { UserCtx } from '#platform/ctx.ts'
import * as files from '#features/files/public.ts'
import { countFileNotes } from '#features/notes/public.ts'
import { type EditedFile, type Fields, type Form, NO_FIELDS, readTags, type Refused, writeTags } from '../fields.ts'
import { plainEnds, restoreEnds } from '../line-ends.ts'
import { refusalOf, sharedBinary, sharedSeveral, sharedTooLarge, unknownLanguage } from '../problems.ts'
import { fromShared } from '../shared.ts'
import { suggestFileName } from '../suggest-name.ts'
import { readTyped } from './text-tasks.ts'

/** A refused form is shown again with all typed values. */
export type Sent = { outcome: 'saved'; file: files.File } | { outcome: 'refused'; status: number; form: Form }

export function newForm(fileName: string): Form {
  return { file: null, fields: { ...NO_FIELDS, fileName } }
}

/** Shared content as a form that is not saved yet. */
export async function sharedForm(ctx: UserCtx, { fields: sent, files: parts }: SentShare): Promise<Form> {
  const { title = '', text = '', url = '' } = sent
  const list = parts.map(({ name, bytes }) => ({
    name,
    text: bytes && files.decodeText(bytes),
    isCut: bytes === null,
  }))
  const { shown } = await readTyped(ctx, { typed: text, original: null })
  const { fields, trouble } = fromShared({ title, text: shown, url, files: list }, files.isFileName)
  if (trouble === null) return { file: null, fields }
  const problem = {
    binary: sharedBinary(),
    several: sharedSeveral(),
    too_large: sharedTooLarge({ max: files.MAX_CONTENT_BYTES }),
  }
  return { file: null, fields, refused: { text: problem[trouble].words[ctx.locale] } }
}

export type SentShare = { fields: Record<string, string>; files: readonly { name: string; bytes: Uint8Array | null }[] }

export const SHARED_LIMITS = { files: 20, bytes: files.MAX_CONTENT_BYTES }
/** Every file at its largest, plus one more file size for the fields. */
export const SHARED_BODY_BYTES = (SHARED_LIMITS.files + 1) * SHARED_LIMITS.bytes

export async function editForm(ctx: UserCtx, id: FileId): Promise<Form & { file: EditedFile }> {
  const file = await files.getFile(ctx, id)
  const content = await files.getContent(ctx, file, file.version)
  const { description, tags, language, languageIsChosen } = file
  const fields = {
    fileName: files.pathOf(file),
    content,
    description,
    tags: writeTags(tags),
    language: languageIsChosen ? language : '',
  }
  return { file: editedFile(file, file.version, content), fields }
}

/** How many notes are beside the text; a new file has none. */
export async function countNotes(ctx: UserCtx, file: EditedFile | null): Promise<number> {
  return file ? countFileNotes(ctx, file.id) : 0
}

/** Creates a file. A taken name is refused, because a new text must not become a version of another file. */
export async function createFile(ctx: UserCtx, fields: Fields): Promise<files.File> {
  const details = readDetails(fields)
  const asked = fields.fileName.trim()
  const fileName = asked || suggestFileName(fields.content, details.language ?? detectLanguage('', fields.content))
  const wanted = files.parsePath(fileName)
  const free = await files.suggestName(ctx.db, ctx.user.id, wanted)
  if (asked !== '' && free !== wanted.fileName) throw files.nameTaken({ file_name: wanted.fileName, suggestion: free })
  return files.saveByName(ctx, { ...details, ...wanted, fileName: free, content: fields.content, source: 'web' })
}

/** Forms convert every line end to CRLF; in a new file the user meant LF. */
export async function createFromForm(ctx: UserCtx, sent: Fields): Promise<Sent> {
  const { shown } = await readTyped(ctx, { typed: sent.content, original: null })
  const fields = { ...sent, content: shown }
  try {
    return { outcome: 'saved', file: await createFile(ctx, fields) }
  } catch (error) {
    return refusedForm(ctx, error, { file: null, fields })
  }
}

/** Saves a form without script on the version it was based on, with the line ends of that version. */
export async function editFromForm(ctx: UserCtx, id: FileId, prevVersion: number, sent: Fields): Promise<Sent> {
  let fields = sent
  let base: EditedFile | null = null
  try {
    const file = await files.getFile(ctx, id)
    base = editedFile(file, prevVersion, await files.getContent(ctx, file, prevVersion))
    const { shown, content } = await readTyped(ctx, { typed: sent.content, original: base.content })
    fields = { ...sent, content: shown }
    const change = { ...changeOf(file, fields), content: content === base.content ? undefined : content }
    const isSame = file.version === prevVersion && Object.values(change).every((value) => value === undefined)
    return { outcome: 'saved', file: isSame ? file : await files.updateFile(ctx, id, prevVersion, change, 'web') }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.code === files.staleVersion.kind.code) return staleForm(ctx, id, fields)
    // The file was deleted meanwhile; the typed text can still become a new file.
    return refusedForm(ctx, refusal, { file: base, fields })
  }
}

function refusedForm(ctx: UserCtx, error: unknown, form: Form): Sent {
  const { status, words, context } = refusalOf(error)
  const { suggestion } = context
  const refused: Refused = {
    text: words[ctx.locale],
    ...(typeof suggestion === 'string' && { suggestion: inSameFolder(form.fields.fileName, suggestion) }),
  }
  return { outcome: 'refused', status, form: { ...form, refused } }
}

/** The suggested name, with the folder that was typed. */
function inSameFolder(typed: string, fileName: string): string {
  return files.pathOf({ folder: files.splitPath(typed.trim()).folder, fileName })
}

/** Shows both texts: the typed one to continue with, on top of the stored version. */
async function staleForm(ctx: UserCtx, id: FileId, fields: Fields): Promise<Sent> {
  const { file } = await editForm(ctx, id)
  const refused = { text: '', theirs: { version: file.version, content: file.content } }
  return { outcome: 'refused', status: 409, form: { file, fields, refused } }
}

function editedFile(file: files.File, version: number, content: string): EditedFile {
  const { id, fileName, language, languageIsChosen } = file
  return { id, version, fileName, language, languageIsChosen, content }
}

/** Only changed fields: unchanged content creates no version, and a tag with a comma survives the form. */
function changeOf(file: files.File, fields: Fields) {
  const details = readDetails(fields)
  const description = restoreEnds(file.description, details.description)
  return {
    ...(fields.fileName === files.pathOf(file) ? {} : files.parsePath(fields.fileName.trim())),
    language: details.language === file.language ? undefined : details.language,
    description: description === file.description ? undefined : description,
    tags: fields.tags === writeTags(file.tags) ? undefined : details.tags,
  }
}

function readDetails({ language, description, tags }: Fields) {
  const list = readTags(tags)
  const tooLong = list.some((tag) => charLength(tag) > files.MAX_TAG_CHARS)
  if (list.length > files.MAX_TAGS || tooLong) throw files.invalidTags({ field: 'tags', max: files.MAX_TAGS })
  const text = plainEnds(description)
  if (charLength(text) > files.MAX_DESCRIPTION_CHARS)
    throw files.descriptionTooLong({ field: 'description', max: files.MAX_DESCRIPTION_CHARS })
  if (language !== '' && !isLanguage(language)) throw unknownLanguage({ field: 'language' })
  return { language: language || undefined, description: text, tags: list }
}
