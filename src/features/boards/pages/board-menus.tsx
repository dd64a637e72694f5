import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Icon } from '#ui/icons.tsx'
import { BOARD_NAME_CHARS } from '../board.ts'
import type { BoardEntry } from '../board-list.ts'
import { boardMessages } from '../messages/boards.ts'

type Board = Pick<BoardEntry, 'id' | 'name' | 'notes'>

/** Opens, closes and sends without script. */
export function RenameBoard({ board, next, locale }: { board: Board; next: string; locale: Locale }) {
  const t = boardMessages(locale)
  const id = `rename-${board.id}`
  const label = t.renameOne(board.name)
  return (
    <>
      <button class="icon-button" type="button" popovertarget={id} aria-label={label} title={t.rename}>
        <Icon name="pencil" />
      </button>
      <div class="float menu menu-form board-menu" id={id} popover="auto" role="dialog" aria-label={label}>
        <form method="post" action={`/boards/${board.id}/rename`}>
          <input type="hidden" name="next" value={next} />
          <label class="field">
            <span>{t.boardName}</span>
            <input
              class="input"
              type="text"
              name="name"
              dir="auto"
              required
              maxLength={BOARD_NAME_CHARS}
              autocomplete="off"
              autofocus
              value={board.name}
            />
          </label>
          <Button kind="primary">{t.save}</Button>
        </form>
      </div>
    </>
  )
}

/** Explains before the deletion that the notes move: a deleted board cannot be restored, but its notes are kept. */
export function DeleteBoard({ board, home, locale }: { board: Board; home: string; locale: Locale }) {
  const t = boardMessages(locale)
  const id = `delete-${board.id}`
  const label = t.deleteOne(board.name)
  return (
    <>
      <button
        class="icon-button icon-button-remove"
        type="button"
        popovertarget={id}
        aria-label={label}
        title={t.delete}
      >
        <Icon name="trash" />
      </button>
      <div class="float menu menu-form board-menu" id={id} popover="auto" role="dialog" aria-label={label}>
        <p>{board.notes === 0 ? t.deleteEmpty : t.deleteWith(board.notes, home)}</p>
        <form method="post" action={`/boards/${board.id}/delete`}>
          <Button kind="danger" icon="trash">
            {t.deleteBoard}
          </Button>
        </form>
      </div>
    </>
  )
}
