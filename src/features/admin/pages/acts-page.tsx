import type { ComponentChildren } from 'preact'
import { type Cursor, encodeCursor } from '#base/cursor.ts'
import type { Locale } from '#base/messages.ts'
import { ROLES } from '#base/roles.ts'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import { Time } from '#ui/components/time.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { roleName } from '#ui/role-name.ts'
import { OPERATOR, type ShownAuditEntry, targetHref } from '../act.ts'
import { actsMessages } from '../messages/acts.ts'

type Props = {
  frame: Frame
  now: Date
  acts: readonly ShownAuditEntry[]
  next: Cursor<'act'> | null
  /** The cursor of the request is invalid. */
  isInvalidCursor: boolean
}

export function ActsPage({ frame, now, acts, next, isInvalidCursor }: Props) {
  const { locale } = frame
  const t = actsMessages(locale)
  return (
    <Layout frame={frame} styles={['admin']} title={t.title}>
      <PageHead title={t.title} hint={t.hint} />
      <div class="acts-page stack gap-4">
        {isInvalidCursor && (
          <Notice kind="warn" locale={locale}>
            {t.badCursor}
          </Notice>
        )}
        {acts.length === 0 ? (
          <EmptyState icon="history" title={t.noneTitle} text={t.noneText} />
        ) : (
          <ol class="acts panel ruled">
            {acts.map((act) => (
              <ActRow key={act.id} locale={locale} now={now} act={act} />
            ))}
          </ol>
        )}
        {next && (
          <a class="button button-plain" rel="next" href={`/admin/acts?before=${encodeCursor(next)}`}>
            {t.more}
          </a>
        )}
      </div>
    </Layout>
  )
}

function ActRow({ locale, now, act }: { locale: Locale; now: Date; act: ShownAuditEntry }) {
  const t = actsMessages(locale)
  return (
    <li>
      <p class="breaks">
        {sentenceOf(act, locale)} <Target locale={locale} act={act} />
      </p>
      <p class="meta-line">
        <Time at={act.at} now={now} locale={locale} />
        <span>
          {t.by} <Named locale={locale} name={act.actorName} id={act.actorId} />
        </span>
      </p>
    </li>
  )
}

function Target({ locale, act }: { locale: Locale; act: ShownAuditEntry }) {
  const href = targetHref(act)
  const words: ComponentChildren =
    act.target.type === 'user' ? (
      <Named locale={locale} name={act.targetName} id={act.target.id} />
    ) : (
      <code dir="ltr">{act.target.id}</code>
    )
  return href === null ? <>{words}</> : <a href={href}>{words}</a>
}

function Named({ locale, name, id }: { locale: Locale; name: string | null; id: string }) {
  if (id === OPERATOR) return <>{actsMessages(locale).operator}</>
  return (
    <>
      <bdi>{name ?? actsMessages(locale).gone}</bdi> <code dir="ltr">{id}</code>
    </>
  )
}

/** Shows the raw name of an act that another version of the program recorded. */
function sentenceOf({ act, detail }: ShownAuditEntry, locale: Locale): string {
  const t = actsMessages(locale)
  switch (act) {
    case 'role_changed':
      return t.role_changed(roleIn(detail['from'], locale), roleIn(detail['to'], locale))
    case 'sessions_ended':
      return t.sessions_ended(Number(detail['count'] ?? 0), Number(detail['tokens'] ?? 0))
    case 'announcement_written':
    case 'announcement_activated':
    case 'announcement_ended':
    case 'job_requested':
    case 'quickfix_tracked':
    case 'invitation_made':
    case 'invitation_revoked':
    case 'sign_in_link_made':
      return t[act]
    default:
      return act
  }
}

function roleIn(value: unknown, locale: Locale): string {
  const role = ROLES.find((each) => each === value)
  return role ? roleName(role, locale) : '?'
}
