import { Button, IconButton } from './components/button.tsx'
import { Time } from './components/time.tsx'
import type { Frame, Personal } from './frame.ts'
import { Icon } from './icons.tsx'
import { uiMessages } from './messages.ts'

/** Between the top bar and the page: notices about the account and the service. */
export function Banners({ frame }: { frame: Frame }) {
  const { personal } = frame
  if (!personal) return null
  const { deletion, announcement, isNew } = personal
  if (!deletion && !announcement && !isNew) return null
  return (
    <div class="news">
      {deletion && <Deletion frame={frame} deletion={deletion} />}
      {announcement && <Announcement frame={frame} announcement={announcement} />}
      {isNew && <WelcomeStrip frame={frame} />}
    </div>
  )
}

/** The user requested the deletion and can still cancel it, from any page. */
function Deletion({ frame, deletion }: { frame: Frame; deletion: NonNullable<Personal['deletion']> }) {
  const t = uiMessages(frame.locale)
  return (
    <section class="banner banner-danger" aria-label={t.deletion}>
      <Icon name="warn" />
      <p>
        {t.deletionOn}
        <Time at={deletion.at} now={deletion.now} locale={frame.locale} show="date" />.
      </p>
      <form method="post" action="/settings/account/keep">
        <Button>{t.deletionCancel}</Button>
      </form>
    </section>
  )
}

function Announcement({ frame, announcement }: { frame: Frame; announcement: NonNullable<Personal['announcement']> }) {
  const t = uiMessages(frame.locale)
  const { id, text, link } = announcement
  return (
    <section class="banner" aria-label={t.announcement}>
      <Icon name="megaphone" />
      <p dir="auto">
        {text}{' '}
        {link !== null && (
          // A text with an unclosed direction mark would turn the letters of the link around.
          <bdi>
            <a href={link}>{t.announcementMore}</a>
          </bdi>
        )}
      </p>
      <form method="post" action={`/announcements/${id}/dismiss`} data-form="dismiss" data-id={id}>
        <input type="hidden" name="next" value={frame.path} />
        <IconButton icon="close" label={t.close} />
      </form>
    </section>
  )
}

/** Only without script: otherwise a dialog displays the welcome. */
function WelcomeStrip({ frame }: { frame: Frame }) {
  const t = uiMessages(frame.locale)
  return (
    <section class="banner banner-plain" aria-label={t.welcome}>
      <Icon name="info" />
      <p>{t.welcomeText}</p>
      <form method="post" action="/welcome/sample">
        <Button kind="quiet">{t.welcomeSample}</Button>
      </form>
      <form method="post" action="/welcome/ack">
        <input type="hidden" name="next" value={frame.path} />
        <IconButton icon="close" label={t.close} />
      </form>
    </section>
  )
}
