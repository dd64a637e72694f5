import { Button } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { island as Widget } from '../islands/widget.tsx'
import { authMessages } from '../messages.ts'

type DevUser = { name: string; fields: Record<string, string | number> }
type Widget = { botName: string; scriptUrl: string }

type Props = {
  frame: Frame
  /** The path to continue to after sign-in; already checked to be on this site. */
  next: string
  widget: Widget | null
  /** Whether sign-in through the bot is available. */
  byBot: boolean
  why: 'off' | null
  /** Empty outside development. */
  devUsers: readonly DevUser[]
  error?: 'invalid' | 'expired'
}

export function LoginPage({ frame, next, widget, byBot, why, devUsers, error }: Props) {
  const t = authMessages(frame.locale)
  return (
    <Layout frame={frame} title={t.title}>
      <div class="login">
        <section class="login-card">
          <h1>{t.heading}</h1>
          <p class="login-intro">{t.intro}</p>
          {error && (
            <Notice kind="error" locale={frame.locale}>
              {t[error]}
            </Notice>
          )}
          {why === 'off' && (
            <Notice kind="warn" locale={frame.locale} title={t.offTitle}>
              {t.offText}
            </Notice>
          )}
          {widget && <WidgetBox frame={frame} next={next} widget={widget} />}
          {byBot && (
            <p class="login-bot">
              {t.botText} <a href={`/auth/bot?next=${encodeURIComponent(next)}`}>{t.botLink}</a>
            </p>
          )}
          <p class="login-privacy">{t.privacy}</p>
        </section>
        {devUsers.length > 0 && <DevPanel frame={frame} next={next} users={devUsers} />}
      </div>
    </Layout>
  )
}

/** An island inserts the messenger's button; until then, and without script, the box shows an explanation. */
function WidgetBox({ frame, next, widget }: { frame: Frame; next: string; widget: Widget }) {
  const t = authMessages(frame.locale)
  return (
    <div class="login-widget">
      <Island
        name="auth/widget"
        component={Widget}
        props={{ ...widget, locale: frame.locale, next, nonce: frame.nonce }}
      />
      <noscript>
        <p>{t.noScript}</p>
      </noscript>
    </div>
  )
}

function DevPanel({ frame, next, users }: { frame: Frame; next: string; users: readonly DevUser[] }) {
  const t = authMessages(frame.locale)
  return (
    <section class="login-dev" aria-labelledby="dev-title">
      <h2 id="dev-title">{t.devTitle}</h2>
      <p>{t.devText}</p>
      {users.map((user) => (
        <form key={user.name} method="post" action={`/auth/messenger?next=${encodeURIComponent(next)}`}>
          {Object.entries(user.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={String(value)} />
          ))}
          <Button icon="user">{t.devSignIn(user.name)}</Button>
        </form>
      ))}
    </section>
  )
}
