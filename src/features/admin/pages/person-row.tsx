import type { Locale } from '#base/messages.ts'
import { ROLES } from '#base/roles.ts'
import { Button } from '#ui/components/button.tsx'
import { Chip } from '#ui/components/chip.tsx'
import { Time } from '#ui/components/time.tsx'
import { roleName } from '#ui/role-name.ts'
import { peopleMessages } from '../messages/people.ts'
import { isRoleRestoredAtSignIn, type Person } from '../person.ts'

type Props = { locale: Locale; now: Date; person: Person; isMe: boolean; back: string }

export function PersonRow({ locale, now, person, isMe, back }: Props) {
  const t = peopleMessages(locale)
  return (
    <li class="person" id={`user-${person.id}`}>
      <div class="row-words">
        <h2 class="row-name sized-m">
          <bdi>{person.firstName}</bdi>
          {person.role !== 'user' && (
            <Chip tone={person.role === 'admin' ? 'accent' : 'success'}>{roleName(person.role, locale)}</Chip>
          )}
          {isMe && <Chip>{t.you}</Chip>}
        </h2>
        <p class="meta-line">
          <code dir="ltr">{person.id}</code>
          <span>
            {t.came} <Time at={person.createdAt} now={now} locale={locale} show="date" />
          </span>
          <span>
            {t.lastSeen} <Time at={person.lastSeenAt} now={now} locale={locale} />
          </span>
          <span>{t.files(person.files)}</span>
          <span>{t.notes(person.notes)}</span>
          <span>{t.sessions(person.sessions)}</span>
          {person.tokens > 0 && <span>{t.tokens(person.tokens)}</span>}
        </p>
        <Origin locale={locale} person={person} />
      </div>
      <PersonForms locale={locale} person={person} back={back} />
    </li>
  )
}

/** The source of a role that configuration sets. */
function Origin({ locale, person }: { locale: Locale; person: Person }) {
  const t = peopleMessages(locale)
  if (person.configured === null) return null
  const name = person.configured === 'admin' ? 'ADMIN_IDS' : 'PREMIUM_IDS'
  if (isRoleRestoredAtSignIn(person))
    return <p class="person-origin small">{t.comesBack(roleName(person.configured, locale), name)}</p>
  return person.configured === person.role ? <p class="person-origin small">{t.fromConfig(name)}</p> : null
}

function PersonForms({ locale, person, back }: Pick<Props, 'locale' | 'person' | 'back'>) {
  const t = peopleMessages(locale)
  return (
    <div class="cluster gap-2">
      <form class="flex gap-2" method="post" action={`/admin/users/${person.id}/role`} data-confirms>
        <input type="hidden" name="back" value={back} />
        <select class="input" name="role" aria-label={t.roleOf(person.firstName)} autocomplete="off">
          {ROLES.map((role) => (
            <option key={role} value={role} selected={role === person.role}>
              {roleName(role, locale)}
            </option>
          ))}
        </select>
        <Button label={t.changeFor(person.firstName)}>{t.change}</Button>
      </form>
      <form class="flex gap-2" method="post" action={`/admin/users/${person.id}/sessions/end`} data-confirms>
        <input type="hidden" name="back" value={back} />
        <Button label={t.endFor(person.firstName)} disabled={person.sessions + person.tokens === 0}>
          {t.end}
        </Button>
      </form>
    </div>
  )
}
