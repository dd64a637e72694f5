import { Icon } from '#ui/icons.tsx'
import { NOTE_GONE } from '#features/notes/browser/saving/answer.ts'
import { NoteCard } from '#features/notes/islands/parts/note-card.tsx'
import { menuId } from '#features/notes/islands/parts/note-menu.tsx'
import type { Noted } from '#features/notes/islands/parts/noted.ts'
import { moveToBoard, retrySaving } from './actions.ts'
import type { BoardDesk } from './board-desk.ts'

type Props = { desk: BoardDesk; noted: Noted }

/** A note in the list or on the canvas, with a menu of other boards and a retry for rejected saves. */
export function LiveNote({ desk, noted }: Props) {
  const { trouble } = noted.entry.value
  const isRefused = trouble?.kind === 'refused' && trouble.refusal.code !== NOTE_GONE
  return (
    <NoteCard
      desk={desk}
      noted={noted}
      withModes={false}
      notice={isRefused && <Unsaved desk={desk} noted={noted} />}
      menu={desk.boards.length > 1 && noted.entry.value.id !== null && <MoveTo desk={desk} noted={noted} />}
    />
  )
}

function Unsaved({ desk, noted }: Props) {
  return (
    <p class="note-unsaved small">
      {desk.words.unsaved}{' '}
      <button class="note-button tiny medium" type="button" onClick={() => retrySaving(desk, noted.key)}>
        {desk.words.retry}
      </button>
    </p>
  )
}

function MoveTo({ desk, noted }: Props) {
  const menu = menuId(noted)
  return (
    <div class="note-boards" role="group" aria-label={desk.words.moveTo}>
      <p class="muted tiny">{desk.words.moveTo}</p>
      {desk.boards
        .filter(({ id }) => id !== desk.board.id)
        .map((board) => (
          <button
            key={board.id}
            class="option"
            type="button"
            popovertarget={menu}
            popovertargetaction="hide"
            onClick={() => void moveToBoard(desk, noted.key, board)}
          >
            <Icon name="board" />
            <bdi class="shrinks truncate">{board.name}</bdi>
          </button>
        ))}
    </div>
  )
}
