import { isTextInput } from './keyboard.ts'

const ITEMS = 'a[href], button:enabled, input:enabled:not([type="hidden"]), select:enabled, textarea:enabled'
const KEYS: readonly string[] = ['ArrowDown', 'ArrowUp', 'Home', 'End']

/** Arrow keys walk through an open menu; the browser would scroll the page behind it. */
export function listenForMenuKeys(): void {
  document.addEventListener('keydown', (event) => {
    const { key, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey } = event
    if (!KEYS.includes(key) || defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return
    const menu = Array.from(document.querySelectorAll<HTMLElement>('.menu:popover-open')).at(-1)
    if (!menu || hasArrowsOfItsOwn(document.activeElement)) return
    event.preventDefault()
    const items = Array.from(menu.querySelectorAll<HTMLElement>(ITEMS)).filter(
      (item) => item.tabIndex >= 0 && item.checkVisibility({ visibilityProperty: true }),
    )
    const at = items.findIndex((item) => item === document.activeElement)
    items[nextIndex(key, at, items.length)]?.focus()
  })
}

/** Text fields, and a group of radio buttons. */
function hasArrowsOfItsOwn(element: Element | null): boolean {
  const type = element?.getAttribute('type') ?? null
  return element !== null && (isTextInput(element.tagName, type) || type === 'radio' || type === 'range')
}

/** `at` is -1 while the focus is not in the menu. */
export function nextIndex(key: string, at: number, count: number): number {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === 'ArrowDown') return (at + 1) % count
  return (Math.max(at, 0) - 1 + count) % count
}
