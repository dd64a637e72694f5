import { goTo } from './go.ts'
import type { MarginDesk, MovedNote } from './margin-desk.ts'

/** One strip for all notes whose code was moved: reviewed one by one, or accepted together. */
export function MovedNotes({ desk }: { desk: MarginDesk }) {
  const { words, moved, isReviewing } = desk
  const [first] = moved.value
  if (!first) return null
  const review = () => {
    isReviewing.value = true
    goTo(desk, first.noted.key)
  }
  return (
    <div class="notes-moved cluster panel gap-1-2 small anchor">
      <p>{words.movedNotes(moved.value.length)}</p>
      <button class="button button-quiet" type="button" onClick={review}>
        {words.review}
      </button>
      <button class="button button-quiet" type="button" onClick={() => acceptMoved(desk, moved.value)}>
        {words.keepHere}
      </button>
    </div>
  )
}

/** Stores the lines that the notes are on now, with their text. */
export function acceptMoved({ attach }: MarginDesk, notes: readonly MovedNote[]): void {
  for (const { noted, spot } of notes) attach(noted.key, spot)
}
