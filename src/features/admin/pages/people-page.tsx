import type { UserId } from '#base/ids.ts'
import { type Role, ROLES } from '#base/roles.ts'
import { Button, ButtonLink } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { roleName } from '#ui/role-name.ts'
import { peopleMessages } from '../messages/people.ts'
import { MAX_QUERY_CHARS, type PeopleFilter, peopleHref, type Person } from '../person.ts'
import { PersonRow } from './person-row.tsx'

type Told = { done: 'role' | 'sessions'; who: UserId; name: string; was: Role | null }
type Props = {
  frame: Frame
  now: Date
  me: UserId
  filter: PeopleFilter
  people: readonly Person[]
  next: UserId | null
  /** What of the address makes no sense: the place in the list, the role. */
  misread: { misplaced: boolean; badRole: boolean }
  /** What was just done. */
  told: Told | null
}

export function PeoplePage({ frame, now, me, filter, people, next, misread, told }: Props) {
  const { locale } = frame
  const t = peopleMessages(locale)
  return (
    <Layout frame={frame} title={t.title}>
      <PageHead title={t.title} hint={t.hint} />
      <div class="people-page">
        {told && <ToldNotice frame={frame} told={told} back={peopleHref(filter)} />}
        {(misread.misplaced || misread.badRole) && (
          <Notice kind="warn" locale={locale}>
            {misread.misplaced && t.badPlace} {misread.badRole && t.badRole}
          </Notice>
        )}
        <FilterForm frame={frame} filter={filter} />
        {people.length === 0 ? (
          <EmptyState icon="user" title={t.noneTitle} text={t.noneText}>
            <ButtonLink href="/admin/users">{t.showAll}</ButtonLink>
          </EmptyState>
        ) : (
          <ul class="people">
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
      </div>
    </Layout>
  )
}

function FilterForm({ frame: { locale }, filter }: { frame: Frame; filter: PeopleFilter }) {
  const t = peopleMessages(locale)
  return (
    <form class="people-filter" role="search" action="/admin/users">
      <label>
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
      <label>
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

/** Undo is the same form with the role that was. */
function ToldNotice({ frame: { locale }, told, back }: { frame: Frame; told: Told; back: string }) {
  const t = peopleMessages(locale)
  return (
    <div role="status">
      <Notice kind="success" locale={locale}>
        <div class="people-told">
          <span>
            <bdi>{told.name}</bdi>: {told.done === 'role' ? t.roleDone : t.endDone}
          </span>
          {told.done === 'role' && told.was && (
            <form method="post" action={`/admin/users/${told.who}/role`}>
              <input type="hidden" name="role" value={told.was} />
              <input type="hidden" name="back" value={back} />
              <Button>{t.undo}</Button>
            </form>
          )}
        </div>
      </Notice>
    </div>
  )
}
