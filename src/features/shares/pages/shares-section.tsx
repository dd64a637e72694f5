import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Island } from '#ui/island.tsx'
import { island as Copy } from '../islands/copy.tsx'
import { shareMessages } from '../messages.ts'
import type { ListedShare } from '../share.ts'
import { ShareList } from './share-list.tsx'

type Props = {
  locale: Locale
  now: Date
  shares: readonly ListedShare[]
  feedUrl: string | null
  next: string
}

/** The shares of a user on /settings, and the feed. */
export function SharesSection(props: Props) {
  return (
    <>
      <ShareList {...props} />
      <FeedBox locale={props.locale} url={props.feedUrl} />
    </>
  )
}

/** `url` null: the feed is off. */
function FeedBox({ locale, url }: { locale: Locale; url: string | null }) {
  const t = shareMessages(locale)
  return (
    <div class="share-feed stack gap-2 items-start" id="feed">
      <h3>{t.feed}</h3>
      <p class="meta">{url === null ? t.feedOff : t.feedOn}</p>
      {url !== null && (
        <div class="share-made-row actions above-2 full">
          <input class="input mono" dir="ltr" readOnly value={url} aria-label={t.feedUrl} />
          <Island name="shares/copy" component={Copy} props={{ locale, text: url }} when="idle" />
        </div>
      )}
      <form method="post" action="/shares/feed">
        <input type="hidden" name="feed" value={url === null ? 'on' : 'off'} />
        <Button kind={url === null ? 'plain' : 'danger'}>{url === null ? t.feedTurnOn : t.feedTurnOff}</Button>
      </form>
    </div>
  )
}
