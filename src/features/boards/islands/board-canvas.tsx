import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type BoardDesk, markView } from './board/board-desk.ts'
import { Canvas } from './board/canvas.tsx'
import { Loading } from './board/loading.tsx'
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
  if (!desk.value) return <div class="canvas-wait" />
  return isReady ? <Canvas desk={desk.value} /> : <Loading desk={desk.value} />
}

export const island = BoardCanvas
