import { EmptyState } from '#ui/components/empty-state.tsx'
import { WrongQuery } from '#ui/components/wrong-query.tsx'
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
  if (found.kind === 'error') return <WrongQuery q={q} error={found.error} words={t} />
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
