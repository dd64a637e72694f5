import type { Locale } from '#base/messages.ts'
import { Notice } from '#ui/components/notice.tsx'
import { WrongQuery } from '#ui/components/wrong-query.tsx'
import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { SITE_ZONE } from '#ui/zone.ts'
import type { Found } from '../found.ts'
import { island as SearchBox } from '../islands/search.tsx'
import { Results } from '../islands/search/results.tsx'
import { resultMessages } from '../messages/results.ts'
import { searchMessages } from '../messages/query-language.ts'
import { hidesNiqqud, isVisible } from '../shown.ts'
import { SaveView } from '#features/views/islands/parts/save-view.tsx'
import { SearchHelp } from './search-help.tsx'

type Props = { frame: Frame; now: Date; q: string; create: string; found: Found }

export function SearchPage(props: Props) {
  const { frame, q, create } = props
  const t = resultMessages(frame.locale)
  return (
    <Layout frame={frame} styles={['search']} title={q ? `${q} · ${t.title}` : t.title}>
      <div class="search stack gap-4">
        <div class="spread">
          <h1>{t.title}</h1>
          <SaveView frame={frame} name={q} />
        </div>
        <Island
          name="search/search"
          component={SearchBox}
          props={{ locale: frame.locale, q, timeZone: frame.personal?.timeZone ?? SITE_ZONE }}
        />
        <section id="results" aria-labelledby="results-title" tabIndex={-1}>
          {/* Inside the results, because the next search replaces it. */}
          {create !== '' && <CreateOffer name={create} locale={frame.locale} />}
          <Content {...props} />
        </section>
      </div>
    </Layout>
  )
}

function CreateOffer({ name, locale }: { name: string; locale: Locale }) {
  const t = searchMessages(locale)
  return (
    <div class="below-4">
      <Notice kind="info" locale={locale}>
        {t.nothingNamed} <a href={`/files/new?name=${encodeURIComponent(name)}`}>{t.createFile(name)}</a>
      </Notice>
    </div>
  )
}

function Content({ frame: { locale }, now, q, found }: Props) {
  if (found.kind === 'empty') return <SearchHelp locale={locale} titleId="results-title" />
  if (found.kind === 'error')
    return (
      <>
        <WrongQuery q={q} error={found.error} words={searchMessages(locale)} />
        <SearchHelp locale={locale} />
      </>
    )
  const groups = found.groups.filter(isVisible).map((group) => ({ ...group, isStale: false }))
  return (
    <Results
      q={q}
      groups={groups}
      state="done"
      hidesNiqqud={found.groups.some(hidesNiqqud)}
      now={now}
      locale={locale}
    />
  )
}
