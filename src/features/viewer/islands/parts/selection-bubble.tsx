import { render } from 'preact'
import { Icon, type IconName } from '#ui/icons.tsx'

/** `isFor`: whether it means something for what is selected. */
export type BubbleAction = { icon: IconName; label: string; run: () => void; isFor?: () => boolean }

const GAP_PX = 8
const EDGE_PX = 8

/** A toolbar beside the end of the selected text of the code. The keyboard has a shortcut for each of its actions. */
export function addSelectionBubble(code: HTMLElement, label: string, actions: readonly BubbleAction[]): void {
  const bubble = document.createElement('div')
  bubble.className = 'selection-bubble'
  bubble.popover = 'manual'
  bubble.role = 'toolbar'
  bubble.ariaLabel = label
  const hide = () => bubble.hidePopover()
  const run = (action: BubbleAction) => {
    action.run()
    hide()
  }
  const draw = () =>
    render(<BubbleButtons actions={actions.filter(({ isFor }) => isFor?.() ?? true)} run={run} />, bubble)
  // Beside the code and not at the end of the page: it is part of the main content.
  code.after(bubble)
  // A press would clear the selection before the click.
  bubble.addEventListener('pointerdown', (event) => event.preventDefault())
  const showOrHide = () => {
    const end = endOfSelection(code)
    if (!end) return hide()
    draw()
    bubble.showPopover()
    place(bubble, end)
  }
  // The selection is final one task after the release.
  document.addEventListener('pointerup', ({ target }) => {
    if (!(target instanceof Node && bubble.contains(target))) setTimeout(showOrHide)
  })
  document.addEventListener('keyup', ({ shiftKey, key }) => {
    if (key === 'Escape') hide()
    else if (shiftKey || key === 'Shift') showOrHide()
  })
  document.addEventListener('selectionchange', () => {
    if (window.getSelection()?.isCollapsed) hide()
  })
  window.addEventListener('scroll', hide, { passive: true, capture: true })
}

function BubbleButtons({ actions, run }: { actions: readonly BubbleAction[]; run: (action: BubbleAction) => void }) {
  return (
    <>
      {actions.map((action) => (
        <button
          key={action.icon}
          class="hovers"
          type="button"
          aria-label={action.label}
          title={action.label}
          onClick={() => run(action)}
        >
          <Icon name={action.icon} />
        </button>
      ))}
    </>
  )
}

type End = { x: number; top: number; bottom: number }

/** Where the selection ends that is inside the code; null when there is none. */
function endOfSelection(code: HTMLElement): End | null {
  const selection = window.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!code.contains(range.commonAncestorContainer)) return null
  const point = document.createRange()
  point.setStart(
    selection.focusNode ?? range.endContainer,
    selection.focusNode ? selection.focusOffset : range.endOffset,
  )
  const box = point.getClientRects()[0] ?? Array.from(range.getClientRects()).at(-1)
  return box ? { x: box.left, top: box.top, bottom: box.bottom } : null
}

/** Below the selection, and above it where the window ends; the coordinates are those of the window in both languages. */
function place(bubble: HTMLElement, { x, top, bottom }: End): void {
  const { width, height } = bubble.getBoundingClientRect()
  const fits = bottom + GAP_PX + height < window.innerHeight - EDGE_PX
  const left = Math.min(Math.max(EDGE_PX, x - width / 2), window.innerWidth - width - EDGE_PX)
  bubble.style.left = `${left}px`
  bubble.style.top = `${fits ? bottom + GAP_PX : top - GAP_PX - height}px`
}
