import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { rankFuzzy } from '#base/fuzzy.ts'
import type { Locale } from '#base/messages.ts'
import { deviceZone } from '#browser/device.ts'
import { keyLabels, listShortcuts, type Shortcut } from '#browser/keyboard.ts'
import { Keys } from '#ui/components/keys.tsx'
import { dialogMessages } from '../../messages/dialogs.ts'
import { keyMessages } from '../../messages/keys.ts'
import type { Asked } from './asked.ts'

/** `?`: all shortcuts of this page, searchable. */
export function Help({ locale, asked }: { locale: Locale; asked: ReadonlySignal<Asked> }) {
  const t = { ...dialogMessages(locale), ...keyMessages(locale) }
  const dialog = useRef<HTMLDialogElement>(null)
  const filter = useSignal('')
  const shortcuts = useSignal<Shortcut[]>([])

  useSignalEffect(() => {
    if (!asked.value) return
    shortcuts.value = listShortcuts()
    filter.value = asked.value.typed
    dialog.current?.showModal()
  })

  return (
    <dialog ref={dialog} class="float dialog" aria-labelledby="help-title" closedby="any">
      <div class="dialog-head">
        <h2 id="help-title">{t.help}</h2>
      </div>
      <div class="dialog-body">
        <input
          class="input"
          type="search"
          dir="auto"
          aria-label={t.helpFilter}
          placeholder={t.helpFilter}
          value={filter.value}
          onInput={(event) => (filter.value = event.currentTarget.value)}
        />
        <ul class="help-list">
          {rankFuzzy(shortcuts.value, filter.value).map(({ keys, label }) => (
            <li key={keys}>
              <span>{label}</span>
              <Keys keys={keyLabels(keys)} />
            </li>
          ))}
        </ul>
        <p class="help-hint">{t.helpHint}</p>
        <p class="help-hint">
          <a href="/about">{t.about}</a>
        </p>
        <form class="help-hint" method="post" action="/welcome/sample">
          <input type="hidden" name="tz" value={deviceZone()} />
          <button class="link-button strong plain-button" type="submit">
            {t.tour}
          </button>
        </form>
      </div>
    </dialog>
  )
}
