import type { QueryError } from '#base/search-query/query.ts'
import { EmptyState } from '#ui/components/empty-state.tsx'
import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import type { Found } from '../found.ts'
import { island as SearchBox } from '../islands/search.tsx'
import { searchMessages } from '../messages/search.ts'
import { Group, HEBREW } from './group.tsx'
import { SearchHelp } from './search-help.tsx'

type Props = { frame: Frame; now: Date; q: string; found: Found }

export function SearchPage(props: Props) {
  const { frame, q } = props
  const t = searchMessages(frame.locale)
  return (
    <Layout frame={frame} title={q ? `${q} · ${t.title}` : t.title}>
      <div class="search">
        <h1>{t.title}</h1>
        <Island name="search/search" component={SearchBox} props={{ locale: frame.locale, q }} />
        <section id="results" aria-labelledby="results-title" tabIndex={-1}>
          <Results {...props} />
        </section>
      </div>
    </Layout>
  )
}

function Results({ frame, now, q, found }: Props) {
  const t = searchMessages(frame.locale)
  if (found.kind === 'empty') return <SearchHelp locale={frame.locale} />
  if (found.kind === 'error') return <Wrong q={q} error={found.error} frame={frame} />
  const groups = found.groups.filter(({ hits, unsearched }) => hits.length > 0 || unsearched)
  const total = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  // A group with results says it below them.
  const saysNiqqud = HEBREW.test(q) && found.groups.some(({ hits, countsNiqqud }) => countsNiqqud && hits.length === 0)
  return (
    <>
      <h2 id="results-title" class="visually-hidden">
        {total === 0 ? t.noResults : t.results(total)}
      </h2>
      {groups.map((group) => (
        <Group key={group.name} group={group} q={q} query={found.query} now={now} locale={frame.locale} />
      ))}
      {groups.length === 0 && <EmptyState icon="search" title={t.nothing(q)} text={t.nothingHint} />}
      {saysNiqqud && <p class="search-unsearched">{t.pointsCount}</p>}
    </>
  )
}

/** The query with the letters that are wrong, and what is wrong with them. */
function Wrong({ q, error, frame }: { q: string; error: QueryError; frame: Frame }) {
  const t = searchMessages(frame.locale)
  const { from, to } = error
  return (
    <div class="search-wrong" role="alert">
      <h2 id="results-title" class="search-wrong-text">
        {wordsOf(t, error)}
      </h2>
      <p class="search-wrong-query" dir="auto">
        {q.slice(0, from)}
        <mark>{q.slice(from, to)}</mark>
        {q.slice(to)}
      </p>
    </div>
  )
}

function wordsOf(t: ReturnType<typeof searchMessages>, { code, detail }: QueryError): string {
  const words = t[code]
  return typeof words === 'string' ? words : words(detail)
}
