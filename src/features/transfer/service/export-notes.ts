import type { UserCtx } from '#platform/ctx.ts'
import { sha256 } from '#platform/crypto.ts'
import type { ZipEntry } from '#platform/zip.ts'
import { type ExportedNote, walkNotes } from '#features/notes/public.ts'
import { renamedLinks } from '#features/links/public.ts'
import { listRemindersOf } from '#features/reminders/public.ts'
import type { LibraryFormat, LibraryNote, LibraryReminder, ManifestRow } from '../library.ts'
import { type ListedNote, listedNote } from '../notes-index.ts'

export type ExportedRow = { row: ManifestRow; listed: ListedNote }

/** Two entries per note: its text as Markdown, and everything else as JSON. */
export async function* exportNotes(ctx: UserCtx, format: LibraryFormat): AsyncGenerator<ZipEntry, ExportedRow[]> {
  const rows: ExportedRow[] = []
  for await (const { notes, beside: reminders } of walkNotes(ctx, (trx, ids) => listRemindersOf(trx, ctx, ids))) {
    for (const exported of notes) {
      const { id, content, updatedAt } = exported.note
      const root = exported.deletedAt ? 'trash/notes' : 'notes'
      const [path, sidecar] = [`${root}/${id}.md`, `${root}/${id}.json`]
      const text = Buffer.from(content, 'utf8')
      const note = toLibraryNote(exported, reminders.get(id) ?? null)
      const json = Buffer.from(format.writeNote({ note, path, sha256: sha256(text).toString('hex') }), 'utf8')
      const inTrash = exported.deletedAt !== null
      rows.push({
        row: { path, sidecar, sidecarSha256: sha256(json).toString('hex'), inTrash },
        listed: listedNote(note, content, path),
      })
      yield { name: path, modified: updatedAt, content: text }
      yield { name: sidecar, modified: updatedAt, content: json }
    }
  }
  return rows
}

function toLibraryNote(exported: ExportedNote, reminder: LibraryReminder | null): LibraryNote {
  const { note, watch, deletedAt, purgeAt, history } = exported
  const { target: _target, content: _content, links = [], linkedFrom: _linkedFrom, watch: _watch, ...rest } = note
  const { quote, movedFrom, followed, places = [], ...same } = rest
  return {
    ...same,
    on: onOf(exported),
    quote: quote && { ...quote, commit: quote.commit ?? null },
    movedFrom: movedFrom ?? null,
    followed: followed ?? null,
    places,
    watch,
    deletedAt,
    purgeAt,
    history: [...history],
    links: renamedLinks(links),
    reminder,
  }
}

/** Names are for people who read the export; an import uses the ids. */
function onOf({ note: { target }, fileName, boardName }: ExportedNote): LibraryNote['on'] {
  switch (target.kind) {
    case 'file':
      return { ...target, fileName: fileName ?? '' }
    case 'board':
      return { ...target, boardName: boardName ?? '' }
    case 'repo':
      return target
  }
}
