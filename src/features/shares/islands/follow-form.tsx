import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { announce } from '#browser/announce.ts'
import { fetchPage } from '#browser/fetch-page.ts'
import { shareMessages } from '../messages.ts'
import { addLineClicks } from './click-lines.ts'

/** Updates the preview when a choice of its form changes. Without script a button of the form does it. */
function FollowForm({ locale }: { locale: Locale }) {
  useEffect(() => {
    const form = document.querySelector<HTMLFormElement>('form.prepare')
    if (!form) return
    let latest = ''
    const update = async () => {
      const path = previewPath(form)
      latest = path
      const answer = await fetchPage(path)
      // The form was changed again meanwhile: its own answer follows.
      if (path !== latest || answer.outcome !== 'done') return
      showAnswer(form, answer.page)
      announce(shareMessages(locale).updated)
    }
    form.addEventListener('change', () => void update())
    addLineClicks(form, () => void update())
    if (isChanged(form)) void update()
  }, [])
  return null
}

/** Whether a choice was changed before this script was loaded. */
function isChanged(form: HTMLFormElement): boolean {
  const inputs = Array.from(form.querySelectorAll('input'))
  return inputs.some((input) => input.checked !== input.defaultChecked || input.value !== input.defaultValue)
}

/** The address that the first button of the form would open. */
function previewPath(form: HTMLFormElement): string {
  const query = new URLSearchParams()
  const fields = new FormData(form, form.querySelector('button'))
  for (const [name, value] of fields) if (typeof value === 'string') query.append(name, value)
  return `${form.getAttribute('action')}?${query.toString()}`
}

/**
 * Replaces what depends on the choice and leaves the fields, so that the focus stays. `shown` is the choice that the preview shows:
 * both change together, or the server would share what was not seen.
 */
function showAnswer(form: HTMLFormElement, page: Document): void {
  const { scrollLeft: left = 0, scrollTop: top = 0 } = form.querySelector('.code') ?? {}
  for (const part of form.querySelectorAll<HTMLElement>('[data-follows]')) {
    const fresh = page.querySelector(`[data-follows="${part.dataset['follows']}"]`)
    if (fresh) part.replaceChildren(...fresh.childNodes)
  }
  form.querySelector('.code')?.scrollTo({ left, top, behavior: 'instant' })
  const shown = form.querySelector<HTMLInputElement>('input[name="shown"]')
  const fresh = page.querySelector<HTMLInputElement>('input[name="shown"]')
  if (shown && fresh) shown.value = fresh.value
  const field = form.querySelector('.hide-more input')
  const isBad = form.querySelector('#bad-lines') !== null
  field?.setAttribute('aria-invalid', String(isBad))
  if (isBad) field?.setAttribute('aria-describedby', 'bad-lines')
  else field?.removeAttribute('aria-describedby')
}

export const island = FollowForm
