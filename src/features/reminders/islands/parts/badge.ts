import type { Poll } from '../../polling.ts'

const MOST_SHOWN = 99

/** The shell is the server's, words included; the numbers in it are ours: in the bar, the sidebar and at the bottom of a phone. */
export function drawBadge({ due, trouble }: Poll): void {
  const bell = document.querySelector<HTMLElement>('[data-bell]')
  if (!bell || (due === null && trouble === null)) return
  name ??= bell.title
  const count = due ?? 0
  const said = trouble === null ? '' : (bell.dataset[trouble] ?? '')
  for (const place of document.querySelectorAll<HTMLElement>('[data-badge="reminders"]')) {
    place.textContent = count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count)
    place.hidden = count === 0
    place.toggleAttribute('data-trouble', trouble !== null)
  }
  bell.title = [count > 0 ? `${name}: ${count}` : name, said].filter(Boolean).join('. ')
  bell.setAttribute('aria-label', bell.title)
  if (due !== null) showOnIcon(due)
}
/** What the server called it. */
let name: string | undefined

/** The number on the app's icon, where the app is installed and its system shows one. */
function showOnIcon(count: number): void {
  if (!('setAppBadge' in navigator)) return
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  // Refused where the app is not installed: there is no icon to write on.
  shown.catch(() => undefined)
}
