import type { Locale } from '#base/messages.ts'
import { CopyButton } from '#browser/copy-button.tsx'
import { INVITATION_LINK_ID } from '../invitation.ts'
import { invitationMessages } from '../messages/invitations.ts'

/** Reads the link from the page, so that it is there only once. */
function CopyInvitation({ locale }: { locale: Locale }) {
  const t = invitationMessages(locale)
  const text = () => {
    const input = document.getElementById(INVITATION_LINK_ID)
    return input instanceof HTMLInputElement ? input.value : ''
  }
  return <CopyButton label={t.copy} copied={t.copied} failed={t.copyFailed} text={text} />
}

export const island = CopyInvitation
