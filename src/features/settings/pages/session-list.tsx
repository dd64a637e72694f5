import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Chip } from '#ui/components/chip.tsx'
import { Time } from '#ui/components/time.tsx'
import { Icon } from '#ui/icons.tsx'
import { describeDevice } from '#base/device.ts'
import { settingsMessages } from '../messages.ts'

export type SessionRow = {
  id: string
  userAgent: string | null
  createdAt: Date
  lastSeenAt: Date
  current: boolean
}

type Props = { locale: Locale; now: Date; sessions: readonly SessionRow[] }

export function SessionList({ locale, now, sessions }: Props) {
  const t = settingsMessages(locale)
  const others = sessions.some((session) => !session.current)
  return (
    <>
      <ul class="sessions rows">
        {sessions.map((session) => (
          <SessionItem key={session.id} locale={locale} now={now} session={session} />
        ))}
      </ul>
      {others ? (
        <form method="post" action="/settings/sessions/revoke-others">
          <Button kind="danger">{t.revokeOthers}</Button>
        </form>
      ) : (
        <p class="muted">{t.onlyThis}</p>
      )}
    </>
  )
}

function SessionItem({ locale, now, session }: { locale: Locale; now: Date; session: SessionRow }) {
  const t = settingsMessages(locale)
  const device = describeDevice(session.userAgent)
  const name = deviceName(locale, device.browser, device.system)
  return (
    <li>
      <span class="muted">
        <Icon name={device.kind === 'phone' ? 'phone' : 'laptop'} />
      </span>
      <div class="row-words">
        <p class="row-name">
          {name}
          {session.current && <Chip tone="accent">{t.thisDevice}</Chip>}
        </p>
        <p class="meta-line">
          <span>
            {t.lastSeen}: <Time at={session.lastSeenAt} now={now} locale={locale} />
          </span>
          <span>
            {t.created}: <Time at={session.createdAt} now={now} locale={locale} show="date" />
          </span>
        </p>
      </div>
      {!session.current && (
        <form method="post" action={`/settings/sessions/${session.id}/revoke`}>
          <Button kind="remove" label={t.revokeLabel(name)}>
            {t.revoke}
          </Button>
        </form>
      )}
    </li>
  )
}

function deviceName(locale: Locale, browser: string | null, system: string | null): string {
  const t = settingsMessages(locale)
  if (browser && system) return t.device(browser, system)
  return browser ?? system ?? t.unknownDevice
}
