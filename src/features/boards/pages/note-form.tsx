import type { Locale } from '#base/messages.ts'
import { isoUtc } from '#base/time.ts'
import { Button, ButtonLink } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import type { BoardName, NoteFormFields, Unkept } from '../board-list.ts'
import { COLOR_IDS } from '#features/notes/color-ids.ts'
import { boardMessages } from '../messages/boards.ts'
import { colorMessages } from '#features/notes/messages/colors.ts'
import { type Note, NOTE_TITLE_CHARS } from '#features/notes/note.ts'
import { noteElementId } from '#features/notes/note-url.ts'

type Props = {
  board: BoardName
  boards: readonly BoardName[]
  /** Null for a new note. */
  note: Note | null
  unkept: Unkept | null
  locale: Locale
}

/** The note form for pages without script. Fields that could not be saved stay in it. */
export function NoteForm({ board, boards, note, unkept, locale }: Props) {
  const t = boardMessages(locale)
  const fields = unkept?.fields ?? fieldsOf(note, board)
  const action = note ? `/boards/${board.id}/notes/${note.id}` : `/boards/${board.id}/notes`
  const id = note ? noteElementId(note.id) : 'new-note'
  return (
    <form class="note-form stack gap-2" method="post" action={action} aria-label={note ? t.edit : undefined}>
      {unkept && <WhyUnkept unkept={unkept} note={note} locale={locale} />}
      {note && <input type="hidden" name="prev_updated_at" value={isoUtc(note.updatedAt)} />}
      <label class="small" for={`${id}-title`}>
        {t.noteTitle}
      </label>
      <input
        class="input"
        id={`${id}-title`}
        type="text"
        name="title"
        dir="auto"
        maxLength={NOTE_TITLE_CHARS}
        autocomplete="off"
        value={fields.title}
      />
      {/* One line end more: the parser of the browser drops the first one of a textarea. */}
      <label class="small" for={`${id}-content`}>
        {note ? t.noteText : t.newNote}
      </label>
      <textarea
        class="input"
        id={`${id}-content`}
        name="content"
        dir="auto"
        rows={note ? 8 : 3}
        value={`\n${fields.content}`}
      />
      <Colors chosen={fields.color} locale={locale} />
      {note && boards.length > 1 && <Move chosen={fields.boardId} boards={boards} id={id} locale={locale} />}
      <div class="actions above-2">
        <Button kind="primary">{note ? t.save : t.add}</Button>
        {note && (
          <>
            <ButtonLink href={`/boards/${board.id}?view=list#${id}`}>{t.cancel}</ButtonLink>
            <button class="button button-danger" formaction={`${action}/delete`} formnovalidate>
              {t.deleteNote}
            </button>
          </>
        )}
      </div>
    </form>
  )
}

function fieldsOf(note: Note | null, board: BoardName): NoteFormFields {
  if (!note) return { title: '', content: '', color: 'yellow', boardId: board.id }
  return { title: note.title, content: note.content, color: note.color, boardId: board.id }
}

function WhyUnkept({ unkept, note, locale }: { unkept: Unkept; note: Note | null; locale: Locale }) {
  const t = boardMessages(locale)
  return (
    <Notice kind="warn" locale={locale}>
      {unkept.why === 'stale' ? t.stale : t.tooLong}
      {unkept.why === 'stale' && note && (
        <details>
          <summary>{t.storedNow}</summary>
          <pre dir="auto">{note.content}</pre>
        </details>
      )}
    </Notice>
  )
}

function Colors({ chosen, locale }: { chosen: NoteFormFields['color']; locale: Locale }) {
  const names = colorMessages(locale)
  return (
    <fieldset class="actions">
      <legend class="visually-hidden">{boardMessages(locale).color}</legend>
      {COLOR_IDS.map((id) => (
        <label key={id} class="pill color-chip rings anchor">
          <input type="radio" name="color" value={id} checked={id === chosen} />
          <span class="color-swatch" data-color={id} aria-hidden="true" />
          <span>{names[id]}</span>
        </label>
      ))}
    </fieldset>
  )
}

type MoveProps = { chosen: string; boards: readonly BoardName[]; id: string; locale: Locale }

function Move({ chosen, boards, id, locale }: MoveProps) {
  return (
    <>
      <label class="small" for={`${id}-board`}>
        {boardMessages(locale).onBoard}
      </label>
      <select class="input" id={`${id}-board`} name="board_id">
        {boards.map((board) => (
          <option key={board.id} value={board.id} selected={board.id === chosen}>
            {board.name}
          </option>
        ))}
      </select>
    </>
  )
}
