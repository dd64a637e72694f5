import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { LoadFailed } from '#features/notes/islands/parts/load-failed.tsx'
import { type BoardDesk, markView } from './board/board-desk.ts'
import { Canvas } from './board/canvas.tsx'
import { type BoardProps, openBoardDesk } from './board/open-board-desk.ts'

/** The board as a canvas, rendered only by script; the server renders the list. */
function BoardCanvas(props: BoardProps) {
  const desk = useSignal<BoardDesk | null>(null)
  useEffect(() => {
    markView('canvas')
    desk.value = openBoardDesk(props)
  }, [])
  const isReady = desk.value?.book.state.value === 'ready'
  useEffect(() => {
    if (isReady) document.getElementById('board-list')?.remove()
  }, [isReady])
  if (!desk.value) return <Blank />
  const { book, locale, words } = desk.value
  if (isReady) return <Canvas desk={desk.value} />
  return book.state.value === 'loading' ? (
    <Blank label={words.loading} />
  ) : (
    <LoadFailed book={book} locale={locale} words={words} />
  )
}

/** `label`: what is loading, for screen readers. */
function Blank({ label }: { label?: string }) {
  return (
    <>
      <div class="canvas-wait" />
      <p class="visually-hidden" role="status">
        {label}
      </p>
      <div class="canvas-blank" aria-hidden="true" />
    </>
  )
}

export const island = BoardCanvas
