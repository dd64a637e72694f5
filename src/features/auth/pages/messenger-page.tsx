import { ButtonLink } from '#ui/components/button.tsx'
import type { Frame } from '#ui/frame.ts'
import { authMessages } from '../messages/sign-in.ts'
import { SignInCard } from './card.tsx'
import { type WidgetSettings, WidgetBox } from './widget-box.tsx'

type Props = { frame: Frame; purpose: 'add' | 'confirm'; next: string; widget: WidgetSettings }

/** The messenger's button on a page of its own: its script could read the fields of any other form. */
export function MessengerPage({ frame, purpose, next, widget }: Props) {
  const t = authMessages(frame.locale)
  const isAdding = purpose === 'add'
  return (
    <SignInCard
      frame={frame}
      title={isAdding ? t.messengerTitle : t.confirmTitle}
      text={isAdding ? t.messengerText : t.confirmText}
    >
      <WidgetBox
        frame={frame}
        next={next}
        widget={widget}
        action={isAdding ? '/settings/sign-in/messenger' : '/auth/messenger'}
      />
      <ButtonLink href="/settings#sign-in">{t.back}</ButtonLink>
    </SignInCard>
  )
}
