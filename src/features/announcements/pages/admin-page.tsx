import { type Cursor, encodeCursor } from '#base/cursor.ts'
import { Button } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { Chip } from '#ui/components/chip.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import { Time } from '#ui/components/time.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { type Announcement, MAX_LINK_CHARS, MAX_TEXT_CHARS } from '../announcement.ts'
import { announcementMessages } from '../messages.ts'

type Done = 'written' | 'activated' | 'ended'
type Props = {
  frame: Frame
  now: Date
  announcements: readonly Announcement[]
  /** Whether this is the first page of the list. */
  isFirst: boolean
  next: Cursor<'announcement'> | null
  /** The cursor of the request is invalid. */
  isInvalidCursor: boolean
  done: Done | undefined
}

export function AnnouncementsPage({ frame, now, announcements, isFirst, next, isInvalidCursor, done }: Props) {
  const t = announcementMessages(frame.locale)
  return (
    <Layout frame={frame} styles={['announcements']} title={t.title}>
      <PageHead title={t.title} hint={t.intro} />
      <div class="announcements-page grid gap-5">
        {done && (
          <div role="status">
            <Notice kind="success" locale={frame.locale}>
              {done === 'ended' ? t.endedDone : t[done]}
            </Notice>
          </div>
        )}
        {isInvalidCursor && (
          <Notice kind="warn" locale={frame.locale}>
            {t.badCursor}
          </Notice>
        )}
        <Card id="write" title={t.write}>
          <WriteForm frame={frame} />
        </Card>
        <Card id="all" title={t.all}>
          {announcements.length === 0 ? (
            <p class="muted">{isFirst ? t.none : t.noneOlder}</p>
          ) : (
            <ul class="announcements rows">
              {announcements.map((each) => (
                <Row key={each.id} frame={frame} now={now} announcement={each} />
              ))}
            </ul>
          )}
          {next && (
            <p class="above-4">
              <a class="button button-plain" rel="next" href={`/admin/announcements?before=${encodeCursor(next)}#all`}>
                {t.more}
              </a>
            </p>
          )}
        </Card>
      </div>
    </Layout>
  )
}

function WriteForm({ frame }: { frame: Frame }) {
  const t = announcementMessages(frame.locale)
  return (
    <form class="announcement-form stack items-start gap-4" method="post" action="/admin/announcements" data-confirms>
      <label class="field full">
        {t.text}
        <textarea class="input" name="text" rows={3} required maxLength={MAX_TEXT_CHARS} dir="auto" />
        <span class="meta">{t.textHint}</span>
      </label>
      <label class="field full">
        {t.link}
        <input
          class="input"
          name="link"
          dir="ltr"
          maxLength={MAX_LINK_CHARS}
          pattern="/([^\/\\].*)?"
          autocomplete="off"
        />
        <span class="meta">{t.linkHint}</span>
      </label>
      <label class="tick full">
        <input type="checkbox" name="activate" autocomplete="off" />
        {t.atOnce}
      </label>
      <Button kind="primary">{t.save}</Button>
    </form>
  )
}

function Row({ frame, now, announcement }: { frame: Frame; now: Date; announcement: Announcement }) {
  const t = announcementMessages(frame.locale)
  const { id, text, link, isActive, createdAt, endedAt } = announcement
  return (
    <li>
      <div class="row-words breaks">
        <p dir="auto">{text}</p>
        <p class="meta-line above-1">
          {isActive ? <Chip tone="success">{t.active}</Chip> : <Chip>{endedAt ? t.ended : t.draft}</Chip>}
          {link !== null && (
            <a href={link}>
              <bdi dir="ltr">{link}</bdi>
            </a>
          )}
          <span>
            {t.created} <Time at={createdAt} now={now} locale={frame.locale} />
          </span>
        </p>
      </div>
      <form method="post" action={`/admin/announcements/${id}/${isActive ? 'end' : 'activate'}`} data-confirms>
        <Button kind={isActive ? 'remove' : 'plain'}>{isActive ? t.end : endedAt ? t.again : t.activate}</Button>
      </form>
    </li>
  )
}
