import type { Locale } from '#base/messages.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { Notice } from '#ui/components/notice.tsx'
import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { island as NoteSearch } from '../islands/note-search.tsx'
import { searchMessages } from '../messages/search.ts'
import type { ShownHit } from '../search.ts'
import { type NoteSearchQuery, searchHref } from '../search-address.ts'
import { NoteHit } from './note-hit.tsx'

/** `recent`: there is no query, so the most recent notes are shown. */
export type Outcome =
  | { what: 'found'; hits: readonly ShownHit[]; truncated: boolean }
  | { what: 'recent'; hits: readonly ShownHit[] }
  | { what: 'too_long' }

type Props = { frame: Frame; now: Date; ask: NoteSearchQuery; outcome: Outcome }

export function SearchPage({ frame, now, ask, outcome }: Props) {
  const t = searchMessages(frame.locale)
  return (
    <Layout frame={frame} title={ask.q ? `${ask.q} · ${t.title}` : t.title}>
      <div class="notes-head">
        <h1>{t.title}</h1>
        <ButtonLink icon="board" href="/boards">
          {t.boards}
        </ButtonLink>
      </div>
      <Island name="notes/note-search" component={NoteSearch} props={{ locale: frame.locale, ask }} />
      <section class="note-results" id="results" aria-labelledby="results-title" tabIndex={-1}>
        <h2 id="results-title" class={hasHits(outcome) ? undefined : 'visually-hidden'}>
          {titleOf(outcome, frame.locale)}
        </h2>
        <Results frame={frame} now={now} ask={ask} outcome={outcome} />
      </section>
    </Layout>
  )
}

/** Without hits the empty state has a title of its own; this one is then for screen readers. */
function hasHits(outcome: Outcome): boolean {
  return outcome.what !== 'too_long' && outcome.hits.length > 0
}

function titleOf(outcome: Outcome, locale: Locale): string {
  const t = searchMessages(locale)
  if (outcome.what === 'too_long') return t.results
  if (outcome.hits.length === 0) return outcome.what === 'recent' ? t.recent : t.nothingTitle
  return outcome.what === 'recent' ? t.recent : t.found(outcome.hits.length)
}

function Results({ frame, now, ask, outcome }: Props) {
  const t = searchMessages(frame.locale)
  if (outcome.what === 'too_long') {
    return (
      <Notice kind="warn" locale={frame.locale}>
        {t.tooLong}
      </Notice>
    )
  }
  if (outcome.hits.length === 0) return <Nothing frame={frame} ask={ask} outcome={outcome} />
  return (
    <>
      <ul class="note-hits">
        {outcome.hits.map((hit) => (
          <NoteHit key={hit.note.id} hit={hit} query={ask.q} now={now} locale={frame.locale} />
        ))}
      </ul>
      {outcome.what === 'found' && outcome.truncated && (
        <Notice kind="info" locale={frame.locale}>
          {t.truncated(outcome.hits.length)}
        </Notice>
      )}
    </>
  )
}

/** Each kind of empty result has its own message and its own next step. */
function Nothing({ frame, ask, outcome }: Omit<Props, 'now'>) {
  const t = searchMessages(frame.locale)
  if (outcome.what === 'recent' && ask.color === null) {
    return (
      <EmptyState icon="note" title={t.emptyTitle} text={t.emptyText}>
        <ButtonLink kind="primary" href="/files">
          {t.openFiles}
        </ButtonLink>
        <ButtonLink href="/boards">{t.openBoards}</ButtonLink>
      </EmptyState>
    )
  }
  const inColor = ask.color !== null
  const text = ask.q === '' ? t.noneInColor : inColor ? t.nothingInColor(ask.q) : t.nothing(ask.q)
  return (
    <EmptyState icon="search" title={t.nothingTitle} text={text}>
      {inColor && ask.q !== '' ? (
        <ButtonLink href={searchHref({ ...ask, color: null })}>{t.allColors}</ButtonLink>
      ) : (
        <ButtonLink href="/notes/search">{t.showAll}</ButtonLink>
      )}
    </EmptyState>
  )
}
