import type { Locale } from '#base/messages.ts'
import { uiMessages } from '#ui/messages.ts'
import { takeBegun, writeBegun } from './begun-storage.ts'
import { toast } from './toast.ts'

const TOAST_SECONDS = 20

/** Before the person leaves the page to confirm elsewhere. */
export function keepBegun(element: HTMLElement): void {
  const address = element instanceof HTMLFormElement ? 'action' : 'href'
  const value = element.getAttribute(address)
  writeBegun({
    selector:
      value === null ? `${element.localName}[data-confirms]` : `[data-confirms][${address}="${CSS.escape(value)}"]`,
    fields:
      element instanceof HTMLFormElement ? fieldsOf(element).map((field) => [field.name, valueOf(field)] as const) : [],
  })
}

/** Back on the page: fills in the form, and points to the button that finishes what was begun. */
export function restoreBegun(locale: Locale): void {
  const begun = takeBegun()
  const element = begun && document.querySelector<HTMLElement>(begun.selector)
  if (!element) return
  if (element instanceof HTMLFormElement) fillIn(element, begun.fields)
  element.closest('details')?.setAttribute('open', '')
  element.closest<HTMLElement>('[popover]')?.showPopover()
  const button = element.querySelector<HTMLElement>('button:not([type="button"])') ?? element
  button.scrollIntoView({ block: 'center' })
  button.focus()
  toast({ text: uiMessages(locale).pressToFinish(button.textContent.trim()), seconds: TOAST_SECONDS })
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What a person fills in, and no password. */
function fieldsOf(form: HTMLFormElement): Field[] {
  return Array.from(
    form.querySelectorAll<Field>('textarea, select, input:not([type]), input:is([type="text"], [type="checkbox"])'),
  )
}

function isCheckbox(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && field.type === 'checkbox'
}

function valueOf(field: Field): string {
  return isCheckbox(field) ? String(field.checked) : field.value
}

/** In their order: the checkboxes of one list have the same name. */
function fillIn(form: HTMLFormElement, fields: readonly (readonly [name: string, value: string])[]): void {
  for (const [index, field] of fieldsOf(form).entries()) {
    const [name, value] = fields[index] ?? []
    if (name !== field.name || value === undefined) continue
    if (isCheckbox(field)) field.checked = value === 'true'
    else field.value = value
  }
}
