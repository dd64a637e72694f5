import { isoUtc } from '#base/time.ts'
import { toSymbolItem, toWireLocation } from '#features/notes/schema/places.ts'
import { previewOf } from '../answer.ts'
import type { Rest, ShownFile, ShownNote, ShownTarget } from '../shown.ts'

/** Wire names of tool answers. */

export function toFile(file: ShownFile, matches?: readonly { line: number; text: string }[]) {
  const { text: description, isCut } = previewOf(file.description)
  return {
    file_id: file.id,
    folder: file.folder,
    file_name: file.fileName,
    language: file.language,
    description,
    ...(isCut && { description_cut: true }),
    tags: file.tags,
    version: file.version,
    size_bytes: file.sizeBytes,
    line_count: file.lineCount,
    updated_at: isoUtc(file.updatedAt),
    ...(matches && { matches: matches.map(({ line, text }) => ({ line, text })) }),
  }
}

export function toSaved(file: Pick<ShownFile, 'id' | 'folder' | 'fileName' | 'version' | 'lineCount'>) {
  const { id, folder, fileName, version, lineCount } = file
  return { ok: true, file_id: id, folder, file_name: fileName, version, line_count: lineCount }
}

function toTarget(target: ShownTarget) {
  switch (target.kind) {
    case 'file':
      return { kind: target.kind, file_id: target.fileId }
    case 'board':
      return { kind: target.kind, board_id: target.boardId }
    case 'repo':
      return { kind: target.kind, repo_name: target.repoName, repo_path: target.repoPath }
  }
}

/** A note without its content. */
export function toNoteHead(note: ShownNote) {
  return {
    note_id: note.id,
    ...toTarget(note.target),
    title: note.title,
    color: note.color,
    ...(note.tags.length > 0 && { tags: note.tags }),
    ...toLines(note),
    ...(note.watch && toWatch(note.watch)),
    updated_at: isoUtc(note.updatedAt),
  }
}

/** A watch without a symbol is of the lines. */
function toWatch({ firedAt, symbol }: NonNullable<ShownNote['watch']>) {
  return {
    watch: firedAt ? ('fired' as const) : ('on' as const),
    ...(symbol && { watched_symbol: toSymbolItem(symbol) }),
  }
}

/** The current lines. Null with the state `lost` when the code is gone; with `unknown` they are those that the note was attached to. */
function toLines({ lineStart, lineEnd, location, target }: ShownNote) {
  if (!location) return { line_start: lineStart, line_end: lineEnd, ...(lineStart !== null && { state: 'anchored' }) }
  const place = toWireLocation(location, target)
  const isUnknown = place.state === 'unknown'
  return {
    ...place,
    line_start: isUnknown ? lineStart : place.line_start,
    line_end: isUnknown ? lineEnd : place.line_end,
  }
}

export function toNote(note: ShownNote) {
  const { text: content, isCut } = previewOf(note.content)
  return { ...toNoteHead(note), content, ...(isCut && { content_cut: true }) }
}

export function toHit({
  note,
  fileName,
  boardName,
}: {
  note: ShownNote
  fileName: string | null
  boardName: string | null
}) {
  const location = fileName ?? boardName
  return { ...toNote(note), ...(location !== null && { place: location }) }
}

export function toBoard({ id, name, isDefault }: { id: string; name: string; isDefault: boolean }) {
  return { board_id: id, name, is_default: isDefault }
}

type ShownRepo = {
  name: string
  branch: string | null
  head: string | null
  fileCount: number
  lastSyncAt: Date | null
}

export function toRepo({ name, branch, head, fileCount, lastSyncAt }: ShownRepo) {
  return { repo_name: name, branch, commit: head, file_count: fileCount, synced_at: lastSyncAt && isoUtc(lastSyncAt) }
}

/** The fields of a list besides its items: whether there are more, and the call that reads them. */
export function toRest(rest: Rest | null) {
  return { is_cut: rest !== null, rest }
}

type ShownRun = {
  success: boolean
  stdout: string
  stderr: string
  exitCode: number
  executionMs: number
  truncated: boolean
  error: string | null
}

export function toRun({ success, stdout, stderr, exitCode, executionMs, truncated, error }: ShownRun) {
  return { success, stdout, stderr, exit_code: exitCode, execution_time_ms: executionMs, truncated, error }
}
