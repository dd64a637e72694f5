import type { Locale } from '#base/messages.ts'
import type { KeyMap } from '#base/shortcuts.ts'
import { Button } from '#ui/components/button.tsx'
import { Island } from '#ui/island.tsx'
import { island as Keyboard } from '../islands/keyboard.tsx'
import { settingsMessages } from '../messages.ts'

export function KeyboardSection({ locale, shortcuts }: { locale: Locale; shortcuts: KeyMap }) {
  return (
    <>
      <Island name="settings/keyboard" component={Keyboard} props={{ locale, shortcuts }} when="visible" />
      <form method="post" action="/settings/shortcuts/reset">
        <Button kind="quiet" icon="undo">
          {settingsMessages(locale).resetAll}
        </Button>
      </form>
    </>
  )
}
