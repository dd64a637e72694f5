import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { call } from '#browser/api.ts'
import { navigateTo } from '#browser/navigate.ts'
import { loadMessengerWidget } from '#browser/messenger-widget.ts'
import { METHOD_COOKIE } from '../identity.ts'
import { authMessages } from '../messages/sign-in.ts'
import { errorText } from './parts/error-text.ts'

type Props = { locale: Locale; botName: string; scriptUrl: string; next: string; nonce: string; action: string }
type State = 'loading' | 'shown' | 'blocked'

/** The messenger's own button. If it does not load within five seconds, the page shows the reason. */
function Widget({ locale, botName, scriptUrl, next, nonce, action }: Props) {
  const t = authMessages(locale)
  const container = useRef<HTMLDivElement>(null)
  const state = useSignal<State>('loading')
  const error = useSignal<string | null>(null)

  useEffect(() => {
    const host = container.current
    if (!host) return
    const signIn = async (data: object) => {
      const answer = await call('POST', action, { body: data })
      if (answer.outcome !== 'done') return void (error.value = errorText(locale, answer))
      if (action === '/auth/messenger')
        document.cookie = `${METHOD_COOKIE}=messenger; path=/; max-age=31536000; samesite=lax`
      navigateTo(next)
    }
    loadMessengerWidget(host, { botName, scriptUrl, locale, nonce }, (data) => void signIn(data)).then(
      () => (state.value = 'shown'),
      () => (state.value = 'blocked'),
    )
  }, [])

  return (
    <div role="group" aria-label={t.widgetLabel}>
      <div ref={container} />
      {state.value === 'loading' && <p class="login-loading meta">{t.widgetLoading}</p>}
      {state.value === 'blocked' && <p role="alert">{t.widgetBlocked}</p>}
      {error.value !== null && <p role="alert">{error.value}</p>}
    </div>
  )
}

export const island = Widget
