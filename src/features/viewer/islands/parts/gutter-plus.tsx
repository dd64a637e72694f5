import { render } from 'preact'
import { Icon } from '#ui/icons.tsx'
import { lineAt } from '../code-lines.ts'

/** One button that moves into the gutter of the line under the pointer or with the focus, and adds a note to it. */
export function addGutterPlus(code: HTMLElement, label: string, add: (line: number) => void): void {
  const host = document.createElement('span')
  host.className = 'line-plus'
  render(
    <button type="button" tabIndex={-1} aria-label={label} title={label} onClick={() => add(lineAt(host) ?? 1)}>
      <Icon name="plus" />
    </button>,
    host,
  )
  const show = (target: EventTarget | null) => {
    const line = target instanceof Element ? target.closest('.code-lines > div') : null
    if (line && line !== host.parentElement) line.append(host)
  }
  code.addEventListener('pointerover', ({ target, pointerType, buttons }) => {
    if (pointerType === 'mouse' && buttons === 0) show(target)
  })
  code.addEventListener('pointerleave', () => host.remove())
  code.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !host.contains(target)) show(target)
  })
}
