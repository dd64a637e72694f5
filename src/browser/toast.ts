import { addShortcut } from './keyboard.ts'

/** `isUndo`: Ctrl Z presses it too, while it is shown. A board has an undo of its own, which comes first. */
type Action = { label: string; run: () => void; isUndo?: true }
/** `topic`: a newer toast of the same topic replaces the older one. */
type Toast = { text: string; kind?: 'success' | 'error'; action?: Action; seconds?: number; topic?: string }

const openTopics = new Map<string, () => void>()

/**
 * Displays a message in the corner, announced politely to screen readers. Offers Undo instead of a confirmation. One with an action, or about
 * an error, stays longer.
 */
export function toast(options: Toast): void {
  const { text, kind = 'success', action, seconds = action || kind === 'error' ? 10 : 5, topic } = options
  const host = document.getElementById('toasts')
  if (!host) return
  const box = document.createElement('div')
  box.className = `float toast toast-${kind}`
  const words = document.createElement('span')
  words.dir = 'auto'
  words.textContent = text
  box.append(words)
  const button = action && actionButton(action, () => close())
  const removeKey = action?.isUndo
    ? addShortcut({ keys: 'Mod+KeyZ', label: action.label, run: () => button?.click(), isFallback: true })
    : undefined
  const close = () => {
    removeKey?.()
    box.remove()
  }
  if (topic !== undefined) {
    openTopics.get(topic)?.()
    openTopics.set(topic, close)
  }
  if (button) box.append(button)
  host.append(box)
  setTimeout(close, seconds * 1000)
}

function actionButton(action: Action, close: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = action.label
  button.addEventListener('click', () => {
    close()
    action.run()
  })
  return button
}
