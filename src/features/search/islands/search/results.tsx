import type { Locale } from '#base/messages.ts'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { resultMessages } from '../../messages/results.ts'
import type { ShownGroup } from '../../shown.ts'
import { Group, HEBREW } from './group.tsx'

/** `interrupted`: groups are missing, and nobody looks for them any more. */
export type SearchState = 'searching' | 'done' | 'interrupted'

type Props = {
  q: string
  groups: readonly ShownGroup[]
  state: SearchState
  /** Repositories were searched, without a result. Below results, the group says it. */
  hidesNiqqud: boolean
  now: Date
  locale: Locale
  /** Rendered in the browser. */
  isLive?: boolean
}

/** The content of `#results`. The server renders it for a page, and the browser while somebody types. */
export function Results({ q, groups, state, hidesNiqqud, now, locale, isLive = false }: Props) {
  const t = resultMessages(locale)
  return (
    <>
      <h2 id="results-title" class="visually-hidden">
        {state === 'searching' ? t.searching : resultCount(groups, locale)}
      </h2>
      {groups.map((group) => (
        <Group key={group.name} group={group} q={q} now={now} locale={locale} isLive={isLive} />
      ))}
      {state === 'done' && groups.length === 0 && (
        <EmptyState icon="search" title={t.nothing(q)} text={t.nothingHint} />
      )}
      {state === 'done' && hidesNiqqud && HEBREW.test(q) && <p>{t.pointsCount}</p>}
      {state === 'searching' && (
        <p class="search-waiting muted" aria-hidden="true">
          {t.searching}
        </p>
      )}
    </>
  )
}

export function resultCount(groups: readonly ShownGroup[], locale: Locale): string {
  const t = resultMessages(locale)
  const total = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  return total === 0 ? t.noResults : t.results(total)
}
