import type { UserId } from '#base/ids.ts'
import { type Role, ROLES } from '#base/roles.ts'
import { Button, ButtonLink } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import { type LoadedSection, SectionCards } from '#ui/components/section-cards.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { roleName } from '#ui/role-name.ts'
import { peopleMessages } from '../messages/people.ts'
import { MAX_QUERY_CHARS, type PeopleFilter, peopleHref, type Person } from '../person.ts'
import { PersonRow } from './person-row.tsx'

type Action = { done: 'role' | 'sessions'; who: UserId; name: string; was: Role | null }
type Props = {
  frame: Frame
  now: Date
  me: UserId
  filter: PeopleFilter
  people: readonly Person[]
  /** Sections of other features. */
  sections: readonly LoadedSection[]
  next: UserId | null
  /** Which query parameters are invalid: the cursor, the role. */
  misread: { isInvalidCursor: boolean; badRole: boolean }
  /** The action that redirected here. */
  action: Action | null
}

export function PeoplePage({ frame, now, me, filter, people, sections, next, misread, action }: Props) {
  const { locale } = frame
  const t = peopleMessages(locale)
  return (
    <Layout frame={frame} styles={['admin']} title={t.title}>
      <PageHead title={t.title} hint={t.hint} />
      <div class="people-page stack gap-4">
        {action && <ActionNotice frame={frame} action={action} back={peopleHref(filter)} />}
        {(misread.isInvalidCursor || misread.badRole) && (
          <Notice kind="warn" locale={locale}>
            {misread.isInvalidCursor && t.badCursor} {misread.badRole && t.badRole}
          </Notice>
        )}
        <FilterForm frame={frame} filter={filter} />
        {people.length === 0 ? (
          <EmptyState icon="user" title={t.noneTitle} text={t.noneText}>
            <ButtonLink href="/admin/users">{t.showAll}</ButtonLink>
          </EmptyState>
        ) : (
          <ul class="people panel rows">
            {people.map((person) => (
              <PersonRow
                key={person.id}
                locale={locale}
                now={now}
                person={person}
                isMe={person.id === me}
                back={peopleHref(filter)}
              />
            ))}
          </ul>
        )}
        {next !== null && (
          <a class="button button-plain" rel="next" href={peopleHref({ ...filter, before: next })}>
            {t.more}
          </a>
        )}
        <SectionCards sections={sections} />
      </div>
    </Layout>
  )
}

function FilterForm({ frame: { locale }, filter }: { frame: Frame; filter: PeopleFilter }) {
  const t = peopleMessages(locale)
  return (
    <form class="people-filter wraps gap-3 items-bottom" role="search" action="/admin/users">
      <label class="field">
        {t.search}
        <input
          class="input"
          type="search"
          name="q"
          value={filter.q}
          maxLength={MAX_QUERY_CHARS}
          dir="auto"
          autocomplete="off"
        />
      </label>
      <label class="field">
        {t.roleFilter}
        <select class="input" name="role" autocomplete="off">
          <option value="">{t.everyRole}</option>
          {ROLES.map((role) => (
            <option key={role} value={role} selected={role === filter.role}>
              {roleName(role, locale)}
            </option>
          ))}
        </select>
      </label>
      <Button icon="search">{t.searchButton}</Button>
    </form>
  )
}

/** Undo submits the same form with the previous role. */
function ActionNotice({ frame: { locale }, action, back }: { frame: Frame; action: Action; back: string }) {
  const t = peopleMessages(locale)
  return (
    <div role="status">
      <Notice kind="success" locale={locale}>
        <div class="people-notice spread gap-2-4">
          <span>
            <bdi>{action.name}</bdi>: {action.done === 'role' ? t.roleDone : t.endDone}
          </span>
          {action.done === 'role' && action.was && (
            <form method="post" action={`/admin/users/${action.who}/role`} data-confirms>
              <input type="hidden" name="role" value={action.was} />
              <input type="hidden" name="back" value={back} />
              <Button>{t.undo}</Button>
            </form>
          )}
        </div>
      </Notice>
    </div>
  )
}
