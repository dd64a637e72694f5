import { settingsHref } from '#base/settings-panes.ts'
import type { Frame } from '#ui/frame.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { Icon } from '#ui/icons.tsx'
import type { Unsearched } from '../found-page.ts'
import { chipsOf, type Filters, filesHref, NO_FILTERS, without } from '../islands/list/filters.ts'
import { listMessages } from '../messages/list.ts'
import { liveMessages } from '../messages/live.ts'

type Props = { frame: Frame; filters: Filters }

/** The library is empty by its count: four ways to begin. */
export function EmptyLibrary({ frame }: { frame: Frame }) {
  const t = listMessages(frame.locale)
  return (
    <EmptyState icon="files" title={t.emptyTitle} text={t.emptyText}>
      <ButtonLink kind="primary" href="/files/new">
        {t.emptyPaste}
      </ButtonLink>
      <ButtonLink href="/files/upload">{t.emptyUpload}</ButtonLink>
      <ButtonLink href="/move-in">{t.emptyMoveIn}</ButtonLink>
      <ButtonLink href={settingsHref('transfer')}>{t.emptyImport}</ButtonLink>
    </EmptyState>
  )
}

/** The page of the sidebar, when no file has a star. */
export function NoFavourites({ frame }: { frame: Frame }) {
  const t = listMessages(frame.locale)
  return (
    <EmptyState icon="star" title={t.noFavourites} text={t.noFavouritesText}>
      <ButtonLink href="/files">{t.showEverything}</ButtonLink>
    </EmptyState>
  )
}

/** A search without hits: shows the query, and a link that removes each filter. */
export function NothingFound({ frame, filters }: Props) {
  const t = listMessages(frame.locale)
  const chips = chipsOf(filters)
  return (
    <EmptyState icon="search" title={t.nothingTitle} text={whyNothing(t, filters, chips.length > 0)}>
      {chips.map(({ key, text }) => (
        <a
          key={key}
          class="filter-chip hovers small-icons gap-1 small breaks mono inline-row"
          dir="ltr"
          href={filesHref(without(filters, key))}
          aria-label={liveMessages(frame.locale).removeFilter(text)}
        >
          <bdi>{text}</bdi>
          <Icon name="close" />
        </a>
      ))}
      {filters.q && chips.length > 0 ? (
        <ButtonLink href={filesHref({ ...NO_FILTERS, q: filters.q })}>{t.searchEverything}</ButtonLink>
      ) : (
        <ButtonLink href="/files">{t.showEverything}</ButtonLink>
      )}
    </EmptyState>
  )
}

function whyNothing(t: ReturnType<typeof listMessages>, { q }: Filters, isFiltered: boolean): string {
  if (q === '') return t.nothingFiltered
  return isFiltered ? t.nothingForFiltered(q) : t.nothingFor(q)
}

/** A pattern that was not matched in all files in time. */
export function StoppedSearch({ frame, unsearched, href }: { frame: Frame; unsearched: Unsearched; href: string }) {
  const t = listMessages(frame.locale)
  return (
    <EmptyState icon="search" title={t.stoppedTitle} text={t.stoppedText(unsearched.files, unsearched.ms)}>
      <ButtonLink href={href}>{t.goOn}</ButtonLink>
    </EmptyState>
  )
}

/** A cursor behind the last file, which is not the same as an empty library. */
export function EndOfList({ frame, filters }: Props) {
  const t = listMessages(frame.locale)
  return (
    <EmptyState icon="files" title={t.endTitle} text={t.endText}>
      <ButtonLink href={filesHref(filters)}>{t.firstPage}</ButtonLink>
    </EmptyState>
  )
}
