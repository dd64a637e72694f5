import type { Locale } from '#base/messages.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { SITE_ZONE } from '#ui/zone.ts'
import { inboxHref, type InboxQuery } from '../address.ts'
import { island as Inbox } from '../islands/inbox.tsx'
import { inboxMessages } from '../messages/inbox.ts'
import type { InboxPageData } from '../shown-note.ts'
import { Filters } from './filters.tsx'
import { NoteRow } from './note-row.tsx'
import { NoNotes } from './no-notes.tsx'

type Props = {
  frame: Frame
  now: Date
  query: InboxQuery
  /** Null when the search is too long. */
  data: InboxPageData | null
  isFirst: boolean
  isInvalidCursor: boolean
  /** The result of a form without script. */
  news: 'ticked' | 'stale' | null
}

export function InboxPage(props: Props) {
  const { frame, query, data, isInvalidCursor, news } = props
  const { locale } = frame
  const t = inboxMessages(locale)
  return (
    <Layout frame={frame} title={query.q ? `${query.q} · ${t.title}` : t.title}>
      <div class="inbox">
        <div class="inbox-head">
          <h1>{t.title}</h1>
          <ButtonLink icon="board" href="/boards">
            {t.boards}
          </ButtonLink>
        </div>
        <Island name="inbox/inbox" component={Inbox} props={{ locale, query }} />
        <Filters query={query} sources={data?.sources ?? []} notes={data?.notes ?? []} locale={locale} />
        <section class="inbox-results" id="results" aria-labelledby="results-title" tabIndex={-1}>
          {news && (
            <Notice kind={news === 'ticked' ? 'success' : 'warn'} locale={locale}>
              {t[news]}
            </Notice>
          )}
          {isInvalidCursor && (
            <Notice kind="warn" locale={locale}>
              {t.badCursor}
            </Notice>
          )}
          <Results {...props} />
        </section>
      </div>
    </Layout>
  )
}

function Results({ frame, now, query, data, isFirst }: Props) {
  const { locale } = frame
  const t = inboxMessages(locale)
  if (!data) {
    return (
      <>
        <Title isHidden>{t.results}</Title>
        <Notice kind="warn" locale={locale}>
          {t.tooLong}
        </Notice>
      </>
    )
  }
  const zone = frame.personal?.timeZone ?? SITE_ZONE
  return (
    <>
      <Title isHidden={data.notes.length === 0}>{t.count(data.total ?? data.notes.length)}</Title>
      {data.notes.length === 0 ? (
        <NoNotes query={query} data={data} isFirst={isFirst} locale={locale} />
      ) : (
        <ul class="inbox-notes" data-zone={frame.personal?.timeZone ?? undefined}>
          {data.notes.map((shown) => (
            <NoteRow key={shown.note.id} shown={shown} query={query} now={now} zone={zone} locale={locale} />
          ))}
        </ul>
      )}
      <More query={query} data={data} locale={locale} />
    </>
  )
}

/** Without notes the empty state has a title of its own; this one is then for screen readers. */
function Title({ isHidden, children }: { isHidden: boolean; children: string }) {
  return (
    <h2 id="results-title" class={isHidden ? 'visually-hidden' : undefined}>
      {children}
    </h2>
  )
}

/** Pages of a search in states are loaded by hand: each one follows the lines of many notes. */
function More({ query, data: { next, examined }, locale }: { query: InboxQuery; data: InboxPageData; locale: Locale }) {
  const t = inboxMessages(locale)
  if (next === null && !examined) return null
  return (
    <div class="inbox-more">
      {examined && examined.unknown > 0 && (
        <Notice kind="warn" locale={locale}>
          {t.unknown(examined.unknown)}
        </Notice>
      )}
      {examined && examined.candidates > 0 && <p>{t.checked(examined.checked, examined.candidates)}</p>}
      {next !== null && (
        <a class="button button-plain" rel="next" href={inboxHref(query, next)} data-auto={examined ? undefined : ''}>
          {examined ? t.further : t.more}
        </a>
      )}
    </div>
  )
}
