import { formatNumber, type Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Chip } from '#ui/components/chip.tsx'
import { Time } from '#ui/components/time.tsx'
import { tokenMessages } from '../messages.ts'
import type { AccessToken, TokenId, Used } from '../token.ts'
import { TokenForm } from './token-form.tsx'

type Props = { locale: Locale; now: Date; tokens: readonly AccessToken[]; used: ReadonlyMap<TokenId, Used> }

/** The section of /settings that lists, creates and revokes tokens. */
export function TokenSection({ locale, now, tokens, used }: Props) {
  const t = tokenMessages(locale)
  return (
    <>
      {tokens.length === 0 ? (
        <p class="muted">{t.none}</p>
      ) : (
        <ul class="tokens rows">
          {tokens.map((token) => (
            <TokenRow key={token.id} locale={locale} now={now} token={token} used={used.get(token.id)} />
          ))}
        </ul>
      )}
      <TokenForm locale={locale} />
      <p class="token-help meta">
        {t.help} <a href="/settings/agents">{t.allActs}</a>
      </p>
    </>
  )
}

type RowProps = { locale: Locale; now: Date; token: AccessToken; used: Used | undefined }

function TokenRow({ locale, now, token, used }: RowProps) {
  const t = tokenMessages(locale)
  return (
    <li>
      <div class="row-words">
        <p class="row-name">
          <span>
            <bdi>{token.name}</bdi>
          </span>
          {token.scopes.map((scope) => (
            <Chip key={scope}>{t[scope]}</Chip>
          ))}
        </p>
        <p class="meta-line">
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
        <Spent locale={locale} token={token} used={used ?? { writes: 0, runs: 0 }} />
      </div>
      <div class="cluster gap-1-2">
        <a class="button button-quiet" href={`/settings/agents?token=${token.id}`} aria-label={t.didLabel(token.name)}>
          {t.did}
        </a>
        {token.scopes.includes('write') && <Undo locale={locale} token={token} />}
        <form method="post" action={`/settings/tokens/${token.id}/revoke`}>
          <Button kind="remove" label={t.revokeLabel(token.name)}>
            {t.revoke}
          </Button>
        </form>
      </div>
    </li>
  )
}

/** The used part of the daily budget; a read-only token shows no writes. */
function Spent({ locale, token, used }: { locale: Locale; token: AccessToken; used: Used }) {
  const t = tokenMessages(locale)
  const { scopes, budget } = token
  const number = (n: number) => formatNumber(locale, n)
  const max = (n: number | null) => (n === null ? null : number(n))
  if (!scopes.includes('write') && !scopes.includes('run')) return null
  return (
    <p class="meta-line">
      {scopes.includes('write') && <span>{t.writesToday(number(used.writes), max(budget.writes))}</span>}
      {scopes.includes('run') && <span>{t.runsToday(number(used.runs), max(budget.runs))}</span>}
    </p>
  )
}

/** Two steps that work without script; the undo itself can be reverted through file versions. */
function Undo({ locale, token }: { locale: Locale; token: AccessToken }) {
  const t = tokenMessages(locale)
  const id = `undo-${token.id}`
  return (
    <>
      <button class="button button-quiet" type="button" popovertarget={id} aria-label={t.undoLabel(token.name)}>
        {t.undo}
      </button>
      <div
        class="float menu menu-form token-undo"
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t.undoLabel(token.name)}
      >
        <form method="post" action="/settings/agents/undo">
          <input type="hidden" name="token" value={token.id} />
          <label class="field">
            {t.undoSince}
            <select class="input" name="since" autocomplete="off">
              <option value="hour">{t.hour}</option>
              <option value="today">{t.today}</option>
              <option value="all">{t.all}</option>
            </select>
          </label>
          <Button icon="undo">{t.undoNow}</Button>
        </form>
      </div>
    </>
  )
}
