import { keepBegun } from './begun-forms.ts'

/** What somebody began by pressing a button of a form, or a link, with `data-confirms`. */
export type BegunAction = {
  /** The words of the button. */
  name: string
  /** Does it now, as if the button had been pressed again: the page is as it was. */
  finish: () => void
  /** After closing the dialog: the focus returns to the button, and the menu that it is in opens again. */
  goBack: () => void
  /** Before leaving the page. */
  keep: () => void
}

/** Stops every such action and hands it over. Returns the function that ends this. */
export function interceptActions(receive: (action: BegunAction) => void): () => void {
  let isFinishing = false
  const handOver = (event: Event, marked: HTMLElement, button: HTMLElement, repeat: () => void) => {
    event.preventDefault()
    // What the page itself does with the event, it does when the action is finished.
    event.stopImmediatePropagation()
    receive({
      name: button.textContent.trim(),
      finish: () => {
        isFinishing = true
        repeat()
        isFinishing = false
      },
      goBack: () => {
        marked.closest<HTMLElement>('[popover]')?.showPopover()
        button.focus()
      },
      keep: () => keepBegun(marked),
    })
  }
  const submitted = (event: SubmitEvent) => {
    const { target: form, submitter } = event
    if (isFinishing || !(form instanceof HTMLFormElement) || !form.matches('[data-confirms]')) return
    handOver(event, form, submitter ?? form, () => form.requestSubmit(submitter))
  }
  const pressed = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (isFinishing || !isPlain || !(event.target instanceof Element)) return
    const button = event.target.closest<HTMLElement>(':is(a, button)[data-confirms]')
    if (button) handOver(event, button, button, () => button.click())
  }
  // Captured, before the handlers of the page.
  document.addEventListener('submit', submitted, true)
  document.addEventListener('click', pressed, true)
  return () => {
    document.removeEventListener('submit', submitted, true)
    document.removeEventListener('click', pressed, true)
  }
}
