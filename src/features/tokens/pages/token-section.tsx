import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Chip } from '#ui/components/chip.tsx'
import { Time } from '#ui/components/time.tsx'
import { tokenMessages } from '../messages.ts'
import { type AccessToken, LIFETIMES, MAX_NAME_CHARS, SCOPES } from '../token.ts'

type Props = { locale: Locale; now: Date; tokens: readonly AccessToken[] }

/** The part of /settings that lists, makes and revokes tokens. */
export function TokenSection({ locale, now, tokens }: Props) {
  const t = tokenMessages(locale)
  return (
    <>
      {tokens.length === 0 ? (
        <p class="tokens-none">{t.none}</p>
      ) : (
        <ul class="tokens">
          {tokens.map((token) => (
            <TokenRow key={token.id} locale={locale} now={now} token={token} />
          ))}
        </ul>
      )}
      <TokenForm locale={locale} />
    </>
  )
}

function TokenRow({ locale, now, token }: { locale: Locale; now: Date; token: AccessToken }) {
  const t = tokenMessages(locale)
  return (
    <li>
      <div class="token-words">
        <p class="token-name">
          <bdi>{token.name}</bdi>
          {token.scopes.map((scope) => (
            <Chip key={scope}>{t[scope]}</Chip>
          ))}
        </p>
        <p class="token-times">
          <span>
            {token.lastUsedAt ? (
              <>
                {t.lastUsed}: <Time at={token.lastUsedAt} now={now} locale={locale} />
              </>
            ) : (
              t.neverUsed
            )}
          </span>
          <span>
            {t.expires}:{' '}
            {token.expiresAt ? <Time at={token.expiresAt} now={now} locale={locale} show="date" /> : t.forever}
          </span>
        </p>
      </div>
      <form method="post" action={`/settings/tokens/${token.id}/revoke`}>
        <Button label={t.revokeLabel(token.name)}>{t.revoke}</Button>
      </form>
    </li>
  )
}

function TokenForm({ locale }: { locale: Locale }) {
  const t = tokenMessages(locale)
  return (
    <form class="token-form" method="post" action="/settings/tokens">
      <label>
        {t.name}
        <input
          class="input"
          name="name"
          required
          maxLength={MAX_NAME_CHARS}
          dir="auto"
          placeholder={t.namePlaceholder}
        />
      </label>
      <fieldset>
        <legend>{t.scopes}</legend>
        {SCOPES.map((scope) => (
          <label key={scope} class="token-scope">
            <input type="checkbox" name="scopes" value={scope} checked={scope === 'read'} />
            {t[scope]}
          </label>
        ))}
      </fieldset>
      <label>
        {t.lifetime}
        <select class="input" name="days">
          {LIFETIMES.map((days) => (
            <option key={days} value={String(days)} selected={days === 90}>
              {days === null ? t.forever : t.days(days)}
            </option>
          ))}
        </select>
      </label>
      <Button kind="primary">{t.create}</Button>
    </form>
  )
}
