import { signal } from '@preact/signals'
import { type Merge, merge3 } from '#base/diff/merge.ts'
import { call, type Outcome, type ProblemResponse } from '#browser/api.ts'
import { type DraftKeeper, draftKeeper, type EditorDraft } from '#browser/editor-drafts.ts'
import type { EditorForm, FormDetails } from '#browser/editor-form.ts'
import type { CodeEditor } from '#browser/editor.ts'
import { pathOf, splitPath } from '#features/files/path.ts'
import { readTags } from '../../fields.ts'
import { plainEnds, restoreEnds } from '../../line-ends.ts'
import type { editorMessages } from '../../messages.ts'

export type Words = ReturnType<typeof editorMessages>
export type OpenFile = { id: string; version: number; content: string }
type SavedReply = { file_id: string; folder: string; file_name: string; version: number }
type Sent = { content: string; details: FormDetails }

/** A concurrent save won. `mine` is the exact text in the editor. */
export type Conflict = { version: number; mine: string; theirs: string; merge: Merge }

type Parts = { owner: string; form: EditorForm; editor: CodeEditor; t: Words }

/** The state of one editor page: the stored text, the unsaved edits, and saving them. */
export class Session {
  readonly conflict = signal<Conflict | null>(null)
  /** A free name that the server suggests when the wanted one is taken. */
  readonly freeName = signal<string | null>(null)
  /** The newest text that the server is known to have, for the notes beside the editor. */
  readonly newest = signal('')
  readonly #parts: Parts
  /** The stored text: the base of a merge. */
  #file: OpenFile | null
  /** The text whose line ends apply to the editor: the stored text, or a merge result. */
  #ends: string
  #details: FormDetails
  #keeper: DraftKeeper
  #busy = false

  constructor(file: OpenFile | null, parts: Parts) {
    this.#parts = parts
    this.#file = file
    this.newest.value = plainEnds(file?.content ?? '')
    this.#ends = file?.content ?? ''
    this.#details = parts.form.details()
    this.#keeper = draftKeeper(parts.owner, file?.id ?? 'new', file?.version ?? 0)
  }

  changed(): void {
    this.#parts.form.say(this.#parts.t.unsaved, 'quiet')
    this.#keeper.keep(() => this.#draft(), 'soon')
  }

  /** Saves a draft at once, because the page may be unloaded. */
  leave(): void {
    const { editor, form } = this.#parts
    const isSame = editor.text() === plainEnds(this.#file?.content ?? '')
    if (!isSame || hasChanges(this.#details, form.details())) this.#keeper.keep(() => this.#draft(), 'now')
  }

  /** Reads the newest text, which another page may have saved. Saving merges with it; until then only the notes follow it. */
  async catchUp(): Promise<void> {
    if (!this.#file || this.#busy) return
    const read = await call<{ file: { content: string } }>('GET', `/api/files/${this.#file.id}`)
    if (read.outcome === 'done') this.newest.value = plainEnds(read.data.file.content)
  }

  async save(): Promise<void> {
    const { form, editor, t } = this.#parts
    if (this.#busy) return
    const sent = { content: restoreEnds(this.#ends, editor.text()), details: form.details() }
    const body = changeBody(this.#details, sent.details, sent.content === this.#file?.content ? null : sent.content)
    if (this.#file && Object.keys(body).length === 0) {
      this.#keeper.drop()
      return form.say(t.unchanged, 'quiet')
    }
    this.#busy = true
    this.freeName.value = null
    this.#keeper.keep(() => this.#draft(), 'now')
    const slow = setTimeout(() => form.say(t.saving, 'quiet'), 250)
    const outcome = await (this.#file ? update(this.#file, body) : create(sent))
    clearTimeout(slow)
    this.#busy = false
    if (outcome.outcome === 'done') this.#saved(outcome.data, sent)
    else if (outcome.outcome === 'offline') form.say(t.offline, 'warn')
    else this.#refused(outcome.refusal, sent)
  }

  /** Puts the merged text into the editor, on top of the stored version. */
  async take(text: string, then: 'save' | 'edit'): Promise<void> {
    const { editor, form, t } = this.#parts
    const found = this.conflict.value
    if (!found || !this.#file) return
    this.#file = { ...this.#file, version: found.version, content: found.theirs }
    this.#ends = text
    editor.setText(plainEnds(text))
    this.conflict.value = null
    this.#keeper.keep(() => this.#draft(), 'now')
    if (then === 'save') return this.save()
    form.say(t.mergedUnsaved, 'quiet')
    editor.focus()
  }

  /** Restores a draft with the version it is based on, so that saving merges it with later versions. */
  async restore(draft: EditorDraft): Promise<void> {
    const { editor, form, t } = this.#parts
    if (this.#file && draft.version !== this.#file.version) {
      const content = await readVersion(this.#file.id, draft.version)
      this.#file = { ...this.#file, version: draft.version, content }
      this.#ends = content
    }
    const { fileName, language, description, tags } = draft
    form.setDetails({ fileName, language, description, tags })
    editor.setText(draft.content)
    this.#keeper.keep(() => this.#draft(), 'now')
    form.say(t.unsaved, 'quiet')
  }

  #draft(): Omit<EditorDraft, 'at'> {
    const { editor, form } = this.#parts
    return { ...form.details(), content: editor.text(), version: this.#file?.version ?? 0 }
  }

  #saved(reply: SavedReply, { content, details }: Sent): void {
    const { file_id: id, version } = reply
    const fileName = pathOf({ folder: reply.folder, fileName: reply.file_name })
    const { owner, form, editor, t } = this.#parts
    const typedSince = editor.text() !== plainEnds(content) || hasChanges(details, form.details())
    if (!this.#file) form.becomeFile(id, { save: t.save })
    this.#file = { id, version, content }
    this.#ends = content
    this.newest.value = plainEnds(content)
    this.#details = { ...details, fileName }
    if (form.details().fileName === details.fileName) form.setDetails({ ...form.details(), fileName })
    this.#keeper.drop()
    this.#keeper = draftKeeper(owner, id, version)
    if (typedSince) this.changed()
    else form.say(t.saved(version), 'success')
  }

  #refused({ status, code, message, body }: ProblemResponse, sent: Sent): void {
    const { form, t } = this.#parts
    const { content, version, suggestion } = body
    if (code === 'conflict' && typeof content === 'string' && typeof version === 'number')
      return this.#clash(content, version, sent)
    if (code === 'name_taken' && typeof suggestion === 'string') {
      const { folder } = splitPath(sent.details.fileName)
      this.freeName.value = pathOf({ folder, fileName: suggestion })
    }
    form.say(status === 401 ? t.signedOut : t.notSaved(message), 'warn')
  }

  #clash(theirs: string, version: number, sent: Sent): void {
    const { form, t } = this.#parts
    if (!this.#file) return
    // The response to an earlier attempt was lost, but the text was saved.
    if (theirs === sent.content) {
      const { folder, fileName } = splitPath(sent.details.fileName)
      return this.#saved({ file_id: this.#file.id, folder, file_name: fileName, version }, sent)
    }
    form.say(t.changedElsewhere, 'warn')
    this.newest.value = plainEnds(theirs)
    const merge = merge3(this.#file.content, sent.content, theirs)
    this.conflict.value = { version, mine: sent.content, theirs, merge }
  }
}

function changeBody(was: FormDetails, now: FormDetails, content: string | null): Record<string, unknown> {
  return {
    ...(content !== null && { content }),
    ...(now.fileName !== was.fileName && pathBody(now.fileName.trim())),
    ...(now.language !== was.language && now.language !== '' && { language: now.language }),
    ...(now.description !== was.description && { description: now.description }),
    ...(now.tags !== was.tags && { tags: readTags(now.tags) }),
  }
}

function pathBody(path: string) {
  const { folder, fileName } = splitPath(path)
  return { folder, file_name: fileName }
}

function hasChanges(was: FormDetails, now: FormDetails): boolean {
  return Object.keys(changeBody(was, now, null)).length > 0
}

async function update({ id, version }: OpenFile, body: Record<string, unknown>): Promise<Outcome<SavedReply>> {
  return call('PUT', `/api/files/${id}`, { body: { ...body, prev_version: version } })
}

async function create({ content, details: { fileName, ...rest } }: Sent): Promise<Outcome<SavedReply>> {
  return call('POST', '/files/new', { body: { file_name: fileName, content, ...rest } })
}

/** Without the base text everything counts as changed on both sides: more to decide, but nothing is lost. */
async function readVersion(id: string, version: number): Promise<string> {
  const read = await call<{ version: { content: string } }>('GET', `/api/files/${id}/versions/${version}`)
  return read.outcome === 'done' ? read.data.version.content : ''
}
