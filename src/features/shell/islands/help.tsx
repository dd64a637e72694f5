import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { goTo } from '#browser/go.ts'
import { addShortcut, keyLabels, listShortcuts, type Shortcut } from '#browser/keyboard.ts'
import { Keys } from '#ui/components/keys.tsx'
import { uiMessages } from '#ui/messages.ts'
import { rankMatches } from '../match.ts'
import { shellMessages } from '../messages.ts'
import { opens } from './palette.tsx'

/** `?`: every shortcut that works on this page, searchable. */
function Help({ locale }: { locale: Locale }) {
  const t = shellMessages(locale)
  const dialog = useRef<HTMLDialogElement>(null)
  const filter = useSignal('')
  const shortcuts = useSignal<Shortcut[]>([])

  useEffect(() => {
    const remove = [
      opens('help', 'Shift+Slash', t.help, () => {
        shortcuts.value = listShortcuts()
        filter.value = ''
        dialog.current?.showModal()
      }),
      addShortcut({ keys: 'KeyG KeyD', label: t.goDashboard, run: () => goTo('/dashboard') }),
      addShortcut({ keys: 'KeyG KeyC', label: uiMessages(locale).create, run: () => goTo('/files/new') }),
      addShortcut({ keys: 'KeyG KeyS', label: t.goSettings, run: () => goTo('/settings') }),
    ]
    return () => remove.forEach((undo) => undo())
  }, [])

  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="help-title" closedby="any">
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
          {rankMatches(shortcuts.value, filter.value).map(({ keys, label }) => (
            <li key={keys}>
              <span>{label}</span>
              <Keys keys={keyLabels(keys)} />
            </li>
          ))}
        </ul>
        <p class="help-hint">{t.helpHint}</p>
      </div>
    </dialog>
  )
}

export const island = Help
