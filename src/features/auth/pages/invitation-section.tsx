import type { Locale } from '#base/messages.ts'
import { ROLES } from '#base/roles.ts'
import { Button } from '#ui/components/button.tsx'
import { Chip } from '#ui/components/chip.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { Time } from '#ui/components/time.tsx'
import { roleName } from '#ui/role-name.ts'
import { type Invitation, INVITATION_DAYS, invitationState, MAX_NOTE_CHARS, type Registration } from '../invitation.ts'
import { invitationMessages } from '../messages/invitations.ts'

type Props = { locale: Locale; now: Date; registration: Registration; invitations: readonly Invitation[] }

export function InvitationSection({ locale, now, registration, invitations }: Props) {
  const t = invitationMessages(locale)
  return (
    <>
      {registration === 'closed' && (
        <Notice kind="warn" locale={locale}>
          {t.closed}
        </Notice>
      )}
      <InvitationForm locale={locale} />
      {invitations.length === 0 ? (
        <p class="meta">{t.none}</p>
      ) : (
        <ul class="methods rows">
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} locale={locale} now={now} invitation={invitation} />
          ))}
        </ul>
      )}
    </>
  )
}

const DAY_WORDS = { 1: 'day', 7: 'week', 30: 'month' } as const

function InvitationForm({ locale }: { locale: Locale }) {
  const t = invitationMessages(locale)
  return (
    <form class="invitation-form wraps items-bottom gap-4" method="post" action="/admin/invitations" data-confirms>
      <label class="field">
        {t.note}
        <input class="input" name="note" maxLength={MAX_NOTE_CHARS} dir="auto" autocomplete="off" />
      </label>
      <label class="field">
        {t.role}
        <select class="input" name="role" autocomplete="off">
          {ROLES.map((role) => (
            <option key={role} value={role} selected={role === 'user'}>
              {roleName(role, locale)}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        {t.days}
        <select class="input" name="days" autocomplete="off">
          {INVITATION_DAYS.map((days) => (
            <option key={days} value={days} selected={days === 7}>
              {t[DAY_WORDS[days]]}
            </option>
          ))}
        </select>
      </label>
      <Button kind="primary">{t.create}</Button>
    </form>
  )
}

function InvitationRow({ locale, now, invitation }: { locale: Locale; now: Date; invitation: Invitation }) {
  const t = invitationMessages(locale)
  const state = invitationState(invitation, now)
  const name = invitation.note || t.untitled
  return (
    <li>
      <div class="row-words">
        <p class="row-name method-name">
          <bdi>{name}</bdi>
          <Chip tone={state === 'open' ? 'accent' : state === 'used' ? 'success' : 'plain'}>{t[state]}</Chip>
          <Chip>{roleName(invitation.role, locale)}</Chip>
        </p>
        <p class="meta-line">
          <span>
            {t.until} <Time at={invitation.expiresAt} now={now} locale={locale} show="date" />
          </span>
        </p>
      </div>
      {state === 'open' && (
        <form method="post" action={`/admin/invitations/${invitation.id}/revoke`} data-confirms>
          <Button kind="remove" label={t.revokeLabel(name)}>
            {t.revoke}
          </Button>
        </form>
      )}
    </li>
  )
}
