import type { Locale } from '#base/messages.ts'
import type { QueryError } from '#base/search-query/query.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { WrongQuery } from '#ui/components/wrong-query.tsx'
import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { SITE_ZONE } from '#ui/zone.ts'
import { resultMessages } from '#features/search/messages/results.ts'
import { searchMessages } from '#features/search/messages/query-language.ts'
import { searchHref } from '#base/search-href.ts'
import { inboxHref, type InboxQuery } from '../address.ts'
import { island as Inbox } from '../islands/inbox.tsx'
import { bulkDoneText, bulkMessages } from '../messages/bulk.ts'
import { inboxMessages } from '../messages/inbox.ts'
import type { InboxNews } from '../bulk.ts'
import { colorMessages } from '#features/notes/messages/colors.ts'
import { SaveView } from '#features/views/islands/parts/save-view.tsx'
import { NOTE_FILTERS } from '../note-filters.ts'
import type { InboxPageData } from '../shown-note.ts'
import { BulkBar } from './bulk-bar.tsx'
import { Filters, nameOfSource } from './filters.tsx'
import { NoteRow } from './note-row.tsx'
import { NoNotes } from './no-notes.tsx'

type Props = {
  frame: Frame
  now: Date
  query: InboxQuery
  opened: { kind: 'page'; data: InboxPageData } | { kind: 'error'; error: QueryError }
  isFirst: boolean
  isInvalidCursor: boolean
  /** The result of a form without script. */
  news: InboxNews | null
}

export function InboxPage(props: Props) {
  const { frame, query, opened, isInvalidCursor, news } = props
  const data = opened.kind === 'page' ? opened.data : null
  const { locale } = frame
  const t = inboxMessages(locale)
  return (
    <Layout frame={frame} styles={['inbox', 'notes']} title={query.q ? `${query.q} · ${t.title}` : t.title}>
      <div class="inbox">
        <div class="spread below-4 gap-2-4">
          <h1>{t.title}</h1>
          <div class="flex gap-2">
            <SaveView frame={frame} name={nameOfList(query, data, locale)} />
            <ButtonLink icon="board" href="/boards">
              {t.boards}
            </ButtonLink>
          </div>
        </div>
        <Island name="inbox/inbox" component={Inbox} props={{ locale, query }} />
        <Filters query={query} sources={data?.sources ?? []} notes={data?.notes ?? []} locale={locale} />
        <section class="inbox-results stack gap-3" id="results" aria-labelledby="results-title" tabIndex={-1}>
          {news && (
            <Notice kind={isRefusal(news) ? 'warn' : 'success'} locale={locale}>
              {newsText(news, locale)}
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

function nameOfList({ q, show, color, source }: InboxQuery, data: InboxPageData | null, locale: Locale): string {
  const parts = [
    q,
    show === 'all' ? '' : NOTE_FILTERS[show].label[locale],
    color ? colorMessages(locale)[color] : '',
    source ? (nameOfSource(source, data?.sources ?? [], data?.notes ?? []) ?? '') : '',
  ]
  return parts.filter(Boolean).join(' · ')
}

function isRefusal({ what }: InboxNews): boolean {
  return what === 'stale' || what === 'none' || what === 'bad_tags'
}

function newsText({ what, n }: InboxNews, locale: Locale): string {
  const [t, bulk] = [inboxMessages(locale), bulkMessages(locale)]
  if (what === 'ticked' || what === 'stale') return t[what]
  if (what === 'none') return bulk.none
  return what === 'bad_tags' ? bulk.badTags : bulkDoneText(what, n, locale)
}

function Results({ frame, now, query, opened, isFirst }: Props) {
  const { locale } = frame
  const t = inboxMessages(locale)
  if (opened.kind === 'error') return <NotAQuery q={query.q} error={opened.error} locale={locale} />
  const { data } = opened
  const zone = frame.personal?.timeZone ?? SITE_ZONE
  return (
    <>
      <Title isHidden={data.notes.length === 0}>{t.count(data.total ?? data.notes.length)}</Title>
      {data.notes.length === 0 ? (
        <NoNotes query={query} data={data} isFirst={isFirst} locale={locale} />
      ) : (
        <>
          <BulkBar query={query} locale={locale} />
          <ul class="inbox-notes stack gap-3" data-zone={frame.personal?.timeZone ?? undefined}>
            {data.notes.map((shown) => (
              <NoteRow key={shown.note.id} shown={shown} query={query} now={now} zone={zone} locale={locale} />
            ))}
          </ul>
        </>
      )}
      {data.unchecked !== 0 && (
        <p class="inbox-none muted text-center">{resultMessages(locale).unsearched(data.unchecked)}</p>
      )}
      <More query={query} data={data} locale={locale} />
    </>
  )
}

/** What only files have, the search of everything finds. */
function NotAQuery({ q, error, locale }: { q: string; error: QueryError; locale: Locale }) {
  return (
    <>
      <WrongQuery q={q} error={error} words={searchMessages(locale)} />
      {error.code === 'not_for_notes' && (
        <p>
          <a href={searchHref(q)}>{inboxMessages(locale).searchEverything}</a>
        </p>
      )}
    </>
  )
}

/** Without notes the empty state has a title of its own; this one is then for screen readers. */
function Title({ isHidden, children }: { isHidden: boolean; children: string }) {
  return (
    <h2 id="results-title" class={isHidden ? 'visually-hidden' : 'meta medium'}>
      {children}
    </h2>
  )
}

/** Pages of a search in states are loaded by hand: each one follows the lines of many notes. */
function More({ query, data: { next, examined }, locale }: { query: InboxQuery; data: InboxPageData; locale: Locale }) {
  const t = inboxMessages(locale)
  if (next === null && !examined) return null
  return (
    <div class="inbox-more stack meta gap-3 above-3">
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
