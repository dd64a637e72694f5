import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Chip } from '#ui/components/chip.tsx'
import { FileName } from '#ui/components/file-name.tsx'
import { Time } from '#ui/components/time.tsx'
import { Icon } from '#ui/icons.tsx'
import { Island } from '#ui/island.tsx'
import { island as Copy } from '../islands/copy.tsx'
import { shareMessages } from '../messages.ts'
import type { ListedShare } from '../share.ts'

type Around = {
  locale: Locale
  now: Date
  /** Null while the feed is off. */
  feedUrl: string | null
  /** The page to return to. */
  next: string
}

/** The active shares with their expiry: on /settings and on the prepare page. */
export function ShareList({ shares, ...around }: Around & { shares: readonly ListedShare[] }) {
  const t = shareMessages(around.locale)
  if (shares.length === 0) return <p class="muted">{t.none}</p>
  return (
    <ul class="shares rows">
      {shares.map((share) => (
        <ShareRow key={share.id} {...around} share={share} />
      ))}
    </ul>
  )
}

function ShareRow({ share, ...around }: Around & { share: ListedShare }) {
  const { locale, now, feedUrl, next } = around
  const t = shareMessages(locale)
  const first = share.files[0]?.name ?? t.gone
  const range = share.files[0]?.range
  return (
    <li>
      <div class="row-words">
        <p class="row-name share-name">
          <Icon name={share.kind === 'public' ? 'link' : 'user'} />
          <FileName name={first} />
          {share.files.length > 1 && <span>{t.andMore(share.files.length - 1)}</span>}
          <ShareState locale={locale} share={share} />
          {feedUrl !== null && share.feedAt && !share.isOver && <Chip>{t.inFeed}</Chip>}
        </p>
        <p class="meta-line">
          <span>{share.kind === 'public' ? t.kindPublic : t.kindInternal}</span>
          {range && <span>{t.line(range.from, range.to)}</span>}
          {share.noteCount > 0 && <span>{t.noteCount(share.noteCount)}</span>}
          <span>{share.views === 0 ? t.noViews : t.views(share.views)}</span>
          <span>
            {share.expiresAt ? (
              <>
                {t.ends} <Time at={share.expiresAt} now={now} locale={locale} show="date" />
              </>
            ) : (
              t.forever
            )}
          </span>
        </p>
      </div>
      <div class="wraps gap-1">
        {!share.isOver && (
          <Island name="shares/copy" component={Copy} props={{ locale, text: share.url }} when="idle" />
        )}
        {!share.isOver && (
          <a class="button button-quiet" href={share.url}>
            {t.open}
          </a>
        )}
        {feedUrl !== null && share.kind === 'public' && !share.isOver && <FeedForm {...around} share={share} />}
        <form method="post" action={`/shares/${share.id}/revoke`}>
          <input type="hidden" name="next" value={next} />
          <Button kind="remove" label={t.revokeLabel(first)}>
            {t.revoke}
          </Button>
        </form>
      </div>
    </li>
  )
}

function FeedForm({ locale, share, next }: Around & { share: ListedShare }) {
  const t = shareMessages(locale)
  const name = share.files[0]?.name ?? t.gone
  const isIn = share.feedAt !== null
  return (
    <form method="post" action={`/shares/${share.id}/feed`}>
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="in_feed" value={isIn ? 'no' : 'yes'} />
      <Button kind="quiet" label={isIn ? t.feedRemoveLabel(name) : t.feedAddLabel(name)}>
        {isIn ? t.feedRemove : t.feedAdd}
      </Button>
    </form>
  )
}

function ShareState({ locale, share }: { locale: Locale; share: ListedShare }) {
  const t = shareMessages(locale)
  if (share.isOver) return <Chip>{t.over}</Chip>
  if (share.files.length > 0 && share.files.every(({ isLive }) => !isLive)) return <Chip tone="warn">{t.inTrash}</Chip>
  return null
}
