import type { Poll } from '../../polling.ts'

const MOST_SHOWN = 99

/** Updates all badges of the shell: in the top bar, the sidebar and the bottom bar. */
export function drawBadge({ due, trouble }: Poll): void {
  const bell = document.querySelector<HTMLElement>('[data-bell]')
  if (!bell || (due === null && trouble === null)) return
  name ??= bell.title
  const count = due ?? 0
  const warning = trouble === null ? '' : (bell.dataset[trouble] ?? '')
  for (const badge of document.querySelectorAll<HTMLElement>('[data-badge="reminders"]')) {
    badge.textContent = count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count)
    badge.hidden = count === 0
    badge.toggleAttribute('data-trouble', trouble !== null)
  }
  bell.title = [count > 0 ? `${name}: ${count}` : name, warning].filter(Boolean).join('. ')
  bell.setAttribute('aria-label', bell.title)
  if (due !== null) showOnIcon(due)
}
/** The title that the server rendered. */
let name: string | undefined

/** Sets the badge of the installed app, where the system supports it. */
function showOnIcon(count: number): void {
  if (!('setAppBadge' in navigator)) return
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  // Rejected when the app is not installed.
  shown.catch(() => undefined)
}
