import { render } from 'preact'
import type { Locale } from '#base/messages.ts'
import { parseOwnJson } from '#browser/fetch-text.ts'
import { Outline } from '#ui/components/outline.tsx'
import { viewerMessages } from '../../messages/viewer.ts'
import type { OutlineItem } from '../../view.ts'
import { closeOutlineOnChoice } from '../outline-popover.ts'

/** The outline of a large file comes with its colours. Its buttons are in the page, hidden until then. */
export function addOutline(code: HTMLElement, locale: Locale, json: string): void {
  const outline = parseOwnJson<{ items: OutlineItem[]; more: number }>(json)
  if (outline.items.length === 0) return
  const host = document.createElement('div')
  host.className = 'code-outline'
  render(<Outline label={viewerMessages(locale).outline} {...outline} isCode />, host)
  code.after(host)
  closeOutlineOnChoice()
  for (const button of document.querySelectorAll<HTMLElement>('[popovertarget="outline"]')) button.hidden = false
}
