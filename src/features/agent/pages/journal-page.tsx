import { settingsHref } from '#base/settings-panes.ts'
import { encodeCursor } from '#base/cursor.ts'
import type { Locale } from '#base/messages.ts'
import { Button, ButtonLink } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import { Time } from '#ui/components/time.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { type Act, SINCE } from '../act.ts'
import { agentMessages, sinceMessages } from '../messages.ts'
import { ActRow } from './act-row.tsx'

type Agent = { tokenId: string; name: string; writes: number; lastAt: Date }
type Show = 'writes' | 'all'
/** Which query parameters are invalid: the cursor, the `show` filter. */
type Misread = { isInvalidCursor: boolean; badShow: boolean }
type Props = {
  frame: Frame
  now: Date
  /** Null means every token. */
  tokenId: string | null
  show: Show
  misread: Misread
  acts: readonly Act[]
  hasMore: boolean
  agents: readonly Agent[]
}

export function JournalPage({ frame, now, tokenId, show, misread, acts, hasMore, agents }: Props) {
  const { locale } = frame
  const t = agentMessages(locale)
  const last = acts.at(-1)
  const shown = agents.filter((agent) => tokenId === null || agent.tokenId === tokenId)
  return (
    <Layout frame={frame} styles={['agent']} title={t.title}>
      <PageHead title={t.title} hint={t.hint} />
      <div class="agent-page stack gap-5">
        <MisreadNotice locale={locale} misread={misread} />
        {shown.length > 0 && (
          <Card id="undo" title={t.undoTitle} hint={t.undoHint}>
            <ul class="agent-list rows">
              {shown.map((agent) => (
                <AgentRow key={agent.tokenId} locale={locale} now={now} agent={agent} />
              ))}
            </ul>
          </Card>
        )}
        <Filter locale={locale} tokenId={tokenId} show={show} />
        {acts.length === 0 ? (
          <EmptyState icon="activity" title={t.none} text={show === 'writes' ? t.noWritesText : t.noneText} />
        ) : (
          <ul class="agent-acts panel ruled" aria-label={t.list}>
            {acts.map((act) => (
              <ActRow key={act.id} locale={locale} now={now} act={act} />
            ))}
          </ul>
        )}
        <p class="wraps gap-3">
          {hasMore && last && <ButtonLink href={address({ tokenId, show, after: last })}>{t.more}</ButtonLink>}
          <ButtonLink kind="quiet" href={settingsHref('tokens')}>
            {t.back}
          </ButtonLink>
        </p>
      </div>
    </Layout>
  )
}

function MisreadNotice({ locale, misread }: { locale: Locale; misread: Misread }) {
  const t = agentMessages(locale)
  const notices = [...(misread.isInvalidCursor ? [t.badCursor] : []), ...(misread.badShow ? [t.badShow] : [])]
  if (notices.length === 0) return null
  return (
    <Notice kind="warn" locale={locale}>
      {notices.join(' ')}
    </Notice>
  )
}

function address({ tokenId, show, after }: { tokenId: string | null; show: Show; after?: Act }): string {
  const query = new URLSearchParams({
    ...(tokenId !== null && { token: tokenId }),
    ...(show === 'all' && { show }),
    ...(after && { cursor: encodeCursor(after) }),
  })
  return query.size === 0 ? '/settings/agents' : `/settings/agents?${query}`
}

function Filter({ locale, tokenId, show }: { locale: Locale; tokenId: string | null; show: Show }) {
  const t = agentMessages(locale)
  return (
    <nav class="agent-filter cluster gap-1-4 rule-below" aria-label={t.show}>
      {(['writes', 'all'] as const).map((each) => (
        <a
          key={each}
          class="muted inline-row plain"
          href={address({ tokenId, show: each })}
          aria-current={each === show ? 'page' : undefined}
        >
          {each === 'writes' ? t.onlyWrites : t.everything}
        </a>
      ))}
      {tokenId !== null && (
        <span class="agent-one meta push">
          {t.oneToken}{' '}
          <a class="inline-row" href={address({ tokenId: null, show })}>
            {t.allTokens}
          </a>
        </span>
      )}
    </nav>
  )
}

function AgentRow({ locale, now, agent }: { locale: Locale; now: Date; agent: Agent }) {
  const t = agentMessages(locale)
  return (
    <li>
      <div class="row-words">
        <p class="row-name">
          <span>
            <bdi>{agent.name}</bdi>
          </span>
        </p>
        <p class="meta-line">
          <span>{t.writes(agent.writes)}</span>
          <span>
            {t.lastAt}: <Time at={agent.lastAt} now={now} locale={locale} />
          </span>
        </p>
      </div>
      <form class="agent-undo flex items-bottom gap-2" method="post" action="/settings/agents/undo">
        <input type="hidden" name="token" value={agent.tokenId} />
        <label class="field">
          <span>{t.since}</span>
          <select class="input" name="since" aria-label={t.sinceFor(agent.name)} autocomplete="off">
            {SINCE.map((since) => (
              <option key={since} value={since}>
                {sinceMessages(locale)[since]}
              </option>
            ))}
          </select>
        </label>
        <Button icon="undo" label={t.undoFor(agent.name)}>
          {t.undo}
        </Button>
      </form>
    </li>
  )
}
