type Toast = { text: string; kind?: 'success' | 'error'; action?: { label: string; run: () => void }; seconds?: number }

/**
 * Displays a message in the corner, announced politely to screen readers. Offers Undo instead of a confirmation. One with an action, or about
 * an error, stays longer.
 */
export function toast({ text, kind = 'success', action, seconds = action || kind === 'error' ? 10 : 5 }: Toast): void {
  const host = document.getElementById('toasts')
  if (!host) return
  const box = document.createElement('div')
  box.className = `toast toast-${kind}`
  const words = document.createElement('span')
  words.dir = 'auto'
  words.textContent = text
  box.append(words)
  if (action) box.append(actionButton(action, () => box.remove()))
  host.append(box)
  setTimeout(() => box.remove(), seconds * 1000)
}

function actionButton(action: { label: string; run: () => void }, close: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = action.label
  button.addEventListener('click', () => {
    close()
    action.run()
  })
  return button
}
