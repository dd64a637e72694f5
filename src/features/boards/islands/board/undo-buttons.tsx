import { Icon } from '#ui/icons.tsx'
import { canRedo, canUndo, nameOfStep, type Step } from '../../browser/undo.ts'
import type { BoardDesk } from './board-desk.ts'
import { redo, undo } from './undo.ts'

/** Undo and redo buttons, labelled with the action they affect. */
export function UndoButtons({ desk }: { desk: BoardDesk }) {
  const { words: t, acts, steps } = desk
  const { done, redoSteps, open } = steps.value
  const nameOf = (step: Step | undefined) => acts[step ? nameOfStep(step) : 'change']
  const last = open.length > 0 ? open : done.at(-1)
  return (
    <div class="board-undo flex">
      <UndoButton
        act="undo"
        keys="Control+Z"
        isOn={canUndo(steps.value)}
        label={canUndo(steps.value) ? t.undoAct(nameOf(last)) : t.nothingToUndo}
        run={() => undo(desk)}
      />
      <UndoButton
        act="redo"
        keys="Control+Shift+Z"
        isOn={canRedo(steps.value)}
        label={canRedo(steps.value) ? t.redoAct(nameOf(redoSteps.at(-1))) : t.nothingToRedo}
        run={() => redo(desk)}
      />
    </div>
  )
}

type ButtonProps = { act: 'undo' | 'redo'; keys: string; isOn: boolean; label: string; run: () => void }

/** `aria-disabled` instead of `disabled`: the button must keep the focus when its stack becomes empty. */
function UndoButton({ act, keys, isOn, label, run }: ButtonProps) {
  return (
    <button
      class="icon-button"
      type="button"
      data-act={act}
      aria-disabled={!isOn}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={label}
      onClick={() => isOn && run()}
    >
      <Icon name={act} />
    </button>
  )
}
