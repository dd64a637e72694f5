import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import type { Role } from '#base/roles.ts'
import { navigateTo } from '#browser/navigate.ts'
import { addShortcut } from '#browser/keyboard.ts'
import { onSignedOut } from '#browser/signed-out.ts'
import { keyMessages } from '../messages/keys.ts'
import type { Asked } from './parts/asked.ts'

type Props = { locale: Locale; role: Role }
type Dialog = ComponentType<Props & { asked: ReadonlySignal<Asked>; openHelp: () => void }>

/** The shortcuts of every page. Each dialog loads on first use. */
function Keys({ locale, role }: Props) {
  const t = keyMessages(locale)
  const [palette, openPalette] = useDialog(async () => (await import('./parts/palette.tsx')).Palette)
  const [help, openHelp] = useDialog(async () => (await import('./parts/help.tsx')).Help)
  const [signedOut, showSignedOut] = useDialog(async () => (await import('./parts/signed-out.tsx')).SignedOut)

  useEffect(() => {
    const remove = [
      opens('palette', 'Mod+KeyK', t.palette, openPalette),
      opens('help', 'Shift+Slash', t.help, openHelp),
      addShortcut({ keys: 'KeyG KeyD', label: t.goDashboard, run: () => navigateTo('/dashboard') }),
      addShortcut({ keys: 'KeyG KeyF', label: t.goFiles, run: () => navigateTo('/files') }),
      addShortcut({ keys: 'KeyG KeyC', label: t.goCreate, run: () => navigateTo('/files/new') }),
      addShortcut({ keys: 'KeyG KeyN', label: t.goNotes, run: () => navigateTo('/notes') }),
      addShortcut({ keys: 'KeyG KeyB', label: t.goBoards, run: () => navigateTo('/boards') }),
      addShortcut({ keys: 'KeyG KeyR', label: t.goReminders, run: () => navigateTo('/reminders') }),
      addShortcut({ keys: 'KeyG KeyS', label: t.goSettings, run: () => navigateTo('/settings') }),
      onSignedOut(showSignedOut),
    ]
    return () => remove.forEach((undo) => undo())
  }, [])

  const shared = { locale, role, openHelp }
  return (
    <>
      {palette.Dialog && <palette.Dialog {...shared} asked={palette.asked} />}
      {help.Dialog && <help.Dialog {...shared} asked={help.asked} />}
      {signedOut.Dialog && <signedOut.Dialog {...shared} asked={signedOut.asked} />}
    </>
  )
}

type Lazy = { Dialog: Dialog | null; asked: ReadonlySignal<Asked> }

/** Returns the dialog once loaded, and the function that opens it. */
function useDialog(load: () => Promise<Dialog>): [Lazy, () => void] {
  const loaded = useSignal<{ Dialog: Dialog } | null>(null)
  const asked = useSignal<Asked>(null)
  const open = () => {
    if (loaded.value) return void (asked.value = { typed: '' })
    const stopTyping = holdTyping()
    void load()
      .then((Dialog) => (loaded.value = { Dialog }))
      .finally(() => (asked.value = { typed: stopTyping() }))
  }
  return [{ Dialog: loaded.value?.Dialog ?? null, asked }, open]
}

/** Until it is stopped, letters would be shortcuts of the page. Returns how to stop, and to learn what was typed. */
function holdTyping(): () => string {
  const stop = new AbortController()
  let typed = ''
  const hold = (event: KeyboardEvent) => {
    const { key } = event
    const isLetter = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isLetter && key !== 'Backspace') return
    event.preventDefault()
    event.stopImmediatePropagation()
    typed = isLetter ? typed + key : typed.slice(0, -1)
  }
  addEventListener('keydown', hold, { capture: true, signal: stop.signal })
  return () => {
    stop.abort()
    return typed
  }
}

/** A shortcut and every button marked `data-opens` run the same action. */
function opens(name: string, keys: string, label: string, open: () => void): () => void {
  const click = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || !event.target.closest(`[data-opens="${name}"]`)) return
    // Without script it is a link to the page of the search. In a new tab it still is.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open()
  }
  document.addEventListener('click', click)
  const remove = addShortcut({ keys, label, run: open })
  return () => {
    document.removeEventListener('click', click)
    remove()
  }
}

export const island = Keys
