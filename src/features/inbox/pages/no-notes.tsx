import type { Locale } from '#base/messages.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { inboxHref, type InboxQuery, NO_FILTER } from '../address.ts'
import { inboxMessages } from '../messages/inbox.ts'
import { NOTE_FILTERS } from '../note-filters.ts'
import type { InboxPageData } from '../shown-note.ts'

type Props = { query: InboxQuery; data: InboxPageData; isFirst: boolean; locale: Locale }

/** Each kind of empty list has its own message and its own next step. */
export function NoNotes({ query, data, isFirst, locale }: Props) {
  const t = inboxMessages(locale)
  if (data.sources.length === 0) {
    return (
      <EmptyState icon="note" title={t.emptyTitle} text={t.emptyText}>
        <ButtonLink kind="primary" href="/files">
          {t.openFiles}
        </ButtonLink>
        <ButtonLink href="/boards">{t.openBoards}</ButtonLink>
      </EmptyState>
    )
  }
  // What was examined so far is said below; only a complete check can find that there is none.
  if (data.next !== null) return <p class="inbox-none muted text-center">{t.noneYet}</p>
  if (!isFirst) {
    return (
      <EmptyState icon="note" title={t.nothingTitle} text={t.endOfList}>
        <ButtonLink href={inboxHref(query)}>{t.toStart}</ButtonLink>
      </EmptyState>
    )
  }
  if (query.q.trim() !== '') return <NotFound query={query} locale={locale} />
  const { title, text } = wordsFor(query, data, locale)
  return (
    <EmptyState icon="note" title={title} text={text}>
      <ButtonLink href={inboxHref(NO_FILTER)}>{t.showAll}</ButtonLink>
    </EmptyState>
  )
}

function NotFound({ query, locale }: Pick<Props, 'query' | 'locale'>) {
  const t = inboxMessages(locale)
  const everywhere = { ...NO_FILTER, q: query.q }
  const isNarrowed = inboxHref(query) !== inboxHref(everywhere)
  return (
    <EmptyState
      icon="search"
      title={t.nothingTitle}
      text={isNarrowed ? t.nothingFoundHere(query.q) : t.nothingFound(query.q)}
    >
      {isNarrowed && <ButtonLink href={inboxHref(everywhere)}>{t.searchAll}</ButtonLink>}
      <ButtonLink href={inboxHref(NO_FILTER)}>{t.showAll}</ButtonLink>
    </EmptyState>
  )
}

/** A state alone has words of its own; together with other filters only their combination is known to be empty. */
function wordsFor(query: InboxQuery, { examined }: InboxPageData, locale: Locale): { title: string; text: string } {
  const t = inboxMessages(locale)
  const isAlone = query.color === null && query.source === null && query.noteId === null
  const { empty } = NOTE_FILTERS[query.show]
  if (!empty || !isAlone || (examined && examined.unknown > 0)) return { title: t.nothingTitle, text: t.noneMatch }
  return { title: empty.title[locale], text: empty.text[locale] }
}
