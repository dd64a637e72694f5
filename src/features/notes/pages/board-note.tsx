import { findCheckboxes } from '#base/checkboxes.ts'
import type { Locale } from '#base/messages.ts'
import { isoUtc } from '#base/time.ts'
import { Time } from '#ui/components/time.tsx'
import { Icon } from '#ui/icons.tsx'
import type { BoardName, Unkept } from '../board-list.ts'
import { NoteBody } from '../islands/parts/note-body.tsx'
import { nameOf } from '../islands/parts/note-card.tsx'
import { boardMessages } from '../messages/boards.ts'
import type { Note } from '../note.ts'
import { noteElementId } from '../note-url.ts'
import { NoteForm } from './note-form.tsx'

type Props = {
  note: Note
  board: BoardName
  boards: readonly BoardName[]
  now: Date
  isEdited: boolean
  unkept: Unkept | null
  locale: Locale
}

/**
 * One note of the list, as the server draws it: all of its lines, its boxes in a form, and the way to its own form. It has
 * the measures of the live card that takes its place, so nothing jumps when script wakes.
 */
export function BoardNote({ note, board, boards, now, isEdited, unkept, locale }: Props) {
  return (
    <li id={noteElementId(note.id)}>
      {isEdited ? (
        <NoteForm board={board} boards={boards} note={note} unkept={unkept} locale={locale} />
      ) : (
        <Read note={note} board={board} now={now} locale={locale} />
      )}
    </li>
  )
}

function Read({ note, board, now, locale }: Pick<Props, 'note' | 'board' | 'now' | 'locale'>) {
  const t = boardMessages(locale)
  const name = nameOf(note.title, note.content) || t.emptyNote
  return (
    <article class="note" data-color={note.color} aria-label={name}>
      <header class="note-head">
        <span class="note-tools">
          <a
            class="note-tool"
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
          <h3 class="note-title" dir="auto">
            {note.title}
          </h3>
        )}
        <Text note={note} board={board} locale={locale} />
      </div>
      <footer class="note-foot">
        <Time at={note.updatedAt} now={now} locale={locale} />
      </footer>
    </article>
  )
}

function Text({ note, board, locale }: Pick<Props, 'note' | 'board' | 'locale'>) {
  if (findCheckboxes(note.content).length === 0) return <NoteBody content={note.content} />
  return (
    <form method="post" action={`/boards/${board.id}/notes/${note.id}/tasks`}>
      <input type="hidden" name="prev_updated_at" value={isoUtc(note.updatedAt)} />
      <NoteBody content={note.content} tick="form" />
      <button class="note-button note-ticks">{boardMessages(locale).saveTicks}</button>
    </form>
  )
}
