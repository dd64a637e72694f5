import { settingsHref } from '#base/settings-panes.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import type { Frame } from '#ui/frame.ts'
import { confirmMessages } from '../messages/confirm.ts'
import { authMessages } from '../messages/sign-in.ts'
import { SignInCard } from './card.tsx'
import { type WidgetSettings, WidgetBox } from './widget-box.tsx'

type Props = { frame: Frame; purpose: 'add' | 'confirm'; next: string; widget: WidgetSettings }

/** The messenger's button on a page of its own: its script could read the fields of any other form. */
export function MessengerPage({ frame, purpose, next, widget }: Props) {
  const t = authMessages(frame.locale)
  const confirm = confirmMessages(frame.locale)
  const isAdding = purpose === 'add'
  return (
    <SignInCard
      frame={frame}
      title={isAdding ? t.messengerTitle : confirm.title}
      text={isAdding ? t.messengerText : confirm.text}
    >
      <WidgetBox
        frame={frame}
        next={next}
        widget={widget}
        action={isAdding ? '/settings/sign-in/messenger' : '/auth/messenger'}
      />
      <ButtonLink href={settingsHref('sign-in')}>{t.back}</ButtonLink>
    </SignInCard>
  )
}
