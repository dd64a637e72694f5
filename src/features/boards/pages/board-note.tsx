import { type HtmlBytes, htmlSlot } from '#base/html-slot.ts'
import { findCheckboxes } from '#base/checkboxes.ts'
import type { Locale } from '#base/messages.ts'
import { isoUtc } from '#base/time.ts'
import { Time } from '#ui/components/time.tsx'
import { Icon } from '#ui/icons.tsx'
import type { BoardName, Unkept } from '../board-list.ts'
import { NoteBody } from '#features/notes/islands/parts/note-body.tsx'
import { nameOf } from '#features/notes/note-name.ts'
import { boardMessages } from '../messages/boards.ts'
import type { Note } from '#features/notes/note.ts'
import { noteElementId } from '#features/notes/note-url.ts'
import { NoteForm } from './note-form.tsx'

type Props = {
  note: Note
  board: BoardName
  boards: readonly BoardName[]
  now: Date
  isEdited: boolean
  /** The escaped source of a note beyond the rendering budget of the page; null when its Markdown is rendered. */
  plain: HtmlBytes | null
  unkept: Unkept | null
  locale: Locale
}

/**
 * One note of the list, rendered by the server: all lines, checkboxes in a form, and a link to its edit form. It has the size
 * of the interactive card that replaces it, so that the layout does not shift.
 */
export function BoardNote({ note, board, boards, now, isEdited, plain, unkept, locale }: Props) {
  return (
    <li class="shrinks" id={noteElementId(note.id)}>
      {isEdited ? (
        <NoteForm board={board} boards={boards} note={note} unkept={unkept} locale={locale} />
      ) : (
        <Read note={note} board={board} now={now} plain={plain} locale={locale} />
      )}
    </li>
  )
}

function Read({ note, board, now, plain, locale }: Pick<Props, 'note' | 'board' | 'now' | 'plain' | 'locale'>) {
  const t = boardMessages(locale)
  const name = nameOf(note.title, note.content) || t.emptyNote
  return (
    <article class="note stack small breaks anchor" data-color={note.color} aria-label={name}>
      <header class="note-head row gap-1">
        <span class="flex push">
          <a
            class="note-tool mid-icons plain-button"
            href={`/boards/${board.id}?view=list&edit=${note.id}#${noteElementId(note.id)}`}
            aria-label={t.editNote(name)}
            title={t.edit}
          >
            <Icon name="pencil" />
          </a>
        </span>
      </header>
      <div class="note-body">
        {note.title && (
          <h3 class="note-title strong sized-m" dir="auto">
            {note.title}
          </h3>
        )}
        <Text note={note} board={board} plain={plain} locale={locale} />
      </div>
      <footer class="note-foot cluster gap-1-2 tiny">
        <Time at={note.updatedAt} now={now} locale={locale} />
      </footer>
    </article>
  )
}

function Text({ note, board, plain, locale }: Pick<Props, 'note' | 'board' | 'plain' | 'locale'>) {
  if (plain) return <p class="note-text pre" dir="auto" dangerouslySetInnerHTML={{ __html: htmlSlot(plain) }} />
  const links = { id: note.id, known: note.links ?? [] }
  if (findCheckboxes(note.content).length === 0) return <NoteBody content={note.content} links={links} />
  return (
    <form method="post" action={`/boards/${board.id}/notes/${note.id}/tasks`}>
      <input type="hidden" name="prev_updated_at" value={isoUtc(note.updatedAt)} />
      <NoteBody content={note.content} tick="form" links={links} />
      <button class="note-button note-ticks tiny medium">{boardMessages(locale).saveTicks}</button>
    </form>
  )
}
