import type { ComponentChildren } from 'preact'
import { Icon } from '#ui/icons.tsx'
import type { Edge } from '../../canvas/arrange.ts'
import { zoomedBy } from '../../browser/zoom.ts'
import { align, removeChosen, tidy } from './actions.ts'
import { addNote, type BoardDesk } from './board-desk.ts'
import { CanvasIcon } from './canvas-icon.tsx'
import { UndoButtons } from './undo-buttons.tsx'
import { fit, type View, zoomTo } from './view.ts'

type Props = { desk: BoardDesk; view: View }

/** The toolbar: new note, actions on the selection, and zoom. */
export function CanvasBar({ desk, view }: Props) {
  const { words: t, chosen } = desk
  const n = chosen.value.size
  const add = () => addNote(desk, { x: view.seen.value.x + 40, y: view.seen.value.y + 40 })
  return (
    <div class="canvas-bar cluster gap-2">
      <button class="button button-primary" type="button" onClick={add}>
        <Icon name="plus" />
        {t.newNote}
      </button>
      <UndoButtons desk={desk} />
      <Arrange desk={desk} view={view} />
      {n > 0 && (
        <>
          <span class="canvas-chosen meta" role="status">
            {t.chosen(n)}
          </span>
          <IconAction label={t.remove} run={() => removeChosen(desk)}>
            <Icon name="trash" />
          </IconAction>
          <IconAction label={t.clear} run={() => (chosen.value = new Set())}>
            <Icon name="close" />
          </IconAction>
        </>
      )}
      <Zoom desk={desk} view={view} />
    </div>
  )
}

type ActionProps = { label: string; run: () => void; children: ComponentChildren }

function IconAction({ label, run, children }: ActionProps) {
  return (
    <button class="icon-button" type="button" aria-label={label} title={label} onClick={run}>
      {children}
    </button>
  )
}

const EDGES: readonly Edge[] = ['left', 'center', 'right', 'top', 'middle', 'bottom']

function Arrange({ desk, view }: Props) {
  const { words: t, chosen } = desk
  return (
    <>
      <button class="button button-plain" type="button" popovertarget="canvas-arrange">
        <CanvasIcon name="tidy" />
        {t.arrange}
      </button>
      <div class="float menu canvas-menu" id="canvas-arrange" popover="auto">
        <button
          class="option"
          type="button"
          popovertarget="canvas-arrange"
          popovertargetaction="hide"
          onClick={() => tidy(desk, view)}
        >
          <CanvasIcon name="tidy" />
          {t.tidy}
        </button>
        {EDGES.map((edge) => (
          <button
            key={edge}
            class="option"
            type="button"
            popovertarget="canvas-arrange"
            popovertargetaction="hide"
            disabled={chosen.value.size < 2}
            onClick={() => align(desk, edge)}
          >
            <CanvasIcon name={edge} />
            {t[edge]}
          </button>
        ))}
      </div>
    </>
  )
}

function Zoom({ desk, view }: Props) {
  const { words: t } = desk
  const percent = Math.round(view.zoom.value * 100)
  return (
    <div class="canvas-zoom push" role="group" aria-label={t.zoom}>
      <div class="row" dir="ltr">
        <IconAction label={t.zoomOut} run={() => zoomTo(view, zoomedBy(view.zoom.value, -1))}>
          <Icon name="minus" />
        </IconAction>
        <button
          class="button button-quiet"
          type="button"
          aria-label={t.zoomReset(percent)}
          title={t.zoomReset(percent)}
          onClick={() => zoomTo(view, 1)}
        >
          {percent}%
        </button>
        <IconAction label={t.zoomIn} run={() => zoomTo(view, zoomedBy(view.zoom.value, 1))}>
          <Icon name="plus" />
        </IconAction>
        <IconAction label={t.fit} run={() => fit(view, desk)}>
          <CanvasIcon name="fit" />
        </IconAction>
      </div>
    </div>
  )
}
