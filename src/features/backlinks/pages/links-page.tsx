import { EmptyState } from '#ui/components/empty-state.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import type { Entry } from '../entry.ts'
import { backlinkMessages } from '../messages.ts'
import { EntryList } from './linked-from.tsx'

type Props = { frame: Frame; targetId: string; title: string; entries: readonly Entry[]; next: string | null }

/** Everything that links to a file, a note or a board. */
export function LinksPage({ frame, targetId, title, entries, next }: Props) {
  const { locale } = frame
  const t = backlinkMessages(locale)
  const heading = t.title(title || t.emptyNote)
  return (
    <Layout frame={frame} styles={[]} title={heading}>
      <header class="page-head">
        <h1 class="breaks">{heading}</h1>
      </header>
      {entries.length === 0 ? (
        <EmptyState icon="link" title={t.none} text={t.noneText} />
      ) : (
        <section class="panel pad-4">
          <EntryList locale={locale} entries={entries} />
        </section>
      )}
      {next !== null && (
        <a class="button button-plain" rel="next" href={`/links?to=${targetId}&cursor=${next}`}>
          {t.more}
        </a>
      )}
    </Layout>
  )
}
