import { useComputed } from '@preact/signals'
import { boundsOf, type Rect } from '../../canvas/geometry.ts'
import { fieldsOf, type Noted } from '#features/notes/islands/parts/noted.ts'
import { type BoardDesk, rectOf } from './board-desk.ts'
import { translateTo } from './drag.ts'
import { centre, type View } from './view.ts'

const WIDTH = 180
const HEIGHT = 120

type Props = { desk: BoardDesk; view: View }

/** An overview of the board; a press scrolls there. Hidden from screen readers, which have the list. */
export function Minimap({ desk, view }: Props) {
  const scale = useComputed(() => {
    const box = boundsOf([...desk.rects.value.values()])
    return Math.min(WIDTH / (box.x + box.width), HEIGHT / (box.y + box.height))
  })
  const go = (event: PointerEvent) => {
    if (event.buttons === 0 || !(event.currentTarget instanceof HTMLElement)) return
    const box = event.currentTarget.getBoundingClientRect()
    const [x, y] = [(event.clientX - box.left) / scale.value, (event.clientY - box.top) / scale.value]
    centre(view, { x, y, width: 0, height: 0 })
  }
  return (
    <div class="minimap" dir="ltr" aria-hidden="true" title={desk.words.minimap} onPointerDown={go} onPointerMove={go}>
      {desk.book.notes.value.map((noted) => (
        <Mark key={noted.key} noted={noted} scale={scale.value} />
      ))}
      <Seen view={view} scale={scale.value} />
    </div>
  )
}

function Mark({ noted, scale }: { noted: Noted; scale: number }) {
  return <span data-color={fieldsOf(noted).color} style={scaled(rectOf(noted), scale)} />
}

/** A separate component, so that scrolling renders nothing else. */
function Seen({ view, scale }: { view: View; scale: number }) {
  return <span class="minimap-seen" style={scaled(view.seen.value, scale)} />
}

function scaled({ x, y, width, height }: Rect, scale: number) {
  return {
    transform: translateTo({ x: x * scale, y: y * scale }),
    width: `${Math.max(2, width * scale)}px`,
    height: `${Math.max(2, height * scale)}px`,
  }
}
