import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type BoardDesk, type BoardProps, markView, openBoardDesk } from './board/board-desk.ts'
import { Canvas } from './board/canvas.tsx'
import { Loading } from './board/loading.tsx'

/** The board as a free surface. Nothing of it is drawn on the server: places are set by script, the list is there before. */
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
