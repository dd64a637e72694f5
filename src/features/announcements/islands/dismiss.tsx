import { useEffect } from 'preact/hooks'
import { call } from '#browser/api.ts'
import { openTabChannel } from '#browser/tab-channel.ts'

/** Dismisses the banner without a page load, which could lose unsaved input. Other open tabs hide theirs too. */
function Dismiss() {
  useEffect(() => {
    const tabs = openTabChannel('announcement', hide)
    const submit = (event: SubmitEvent) => {
      const form = event.target
      if (!(form instanceof HTMLFormElement) || form.dataset['form'] !== 'dismiss') return
      event.preventDefault()
      hide(form.dataset['id'] ?? '')
      tabs.post(form.dataset['id'] ?? '')
      void call('POST', new URL(form.action).pathname, { body: {} })
    }
    document.addEventListener('submit', submit)
    return () => {
      document.removeEventListener('submit', submit)
      tabs.close()
    }
  }, [])
  return null
}

function hide(id: string): void {
  for (const form of document.querySelectorAll<HTMLElement>('form[data-form="dismiss"]'))
    if (form.dataset['id'] === id) form.closest('.banner')?.remove()
}

export const island = Dismiss
