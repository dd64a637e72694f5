import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { island as Widget } from '../islands/widget.tsx'
import { authMessages } from '../messages/sign-in.ts'

export type WidgetSettings = { botName: string; scriptUrl: string }

type Props = {
  frame: Frame
  next: string
  widget: WidgetSettings
  /** The route that the signed data is posted to. */
  action: '/auth/messenger' | '/settings/sign-in/messenger'
}

/** An island inserts the messenger's button; until then, and without script, the box shows an explanation. */
export function WidgetBox({ frame, next, widget, action }: Props) {
  return (
    <div class="login-widget centered gap-2 pad-3 text-center well">
      <Island
        name="auth/widget"
        component={Widget}
        props={{ ...widget, locale: frame.locale, next, nonce: frame.nonce, action }}
      />
      <noscript>
        <p>{authMessages(frame.locale).noScript}</p>
      </noscript>
    </div>
  )
}
