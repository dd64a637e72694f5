import { ButtonLink } from '#ui/components/button.tsx'
import { FileName } from '#ui/components/file-name.tsx'
import { Notice } from '#ui/components/notice.tsx'
import type { Frame } from '#ui/frame.ts'
import { SharedIcons } from '#ui/icons.tsx'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { island as FilterBox } from '../islands/filter.tsx'
import { island as LiveList } from '../islands/list.tsx'
import type { ListCounts } from '../islands/list/counts.ts'
import type { File } from '../file.ts'
import { chipsOf, type Filters, filesHref } from '../islands/list/filters.ts'
import { listMessages } from '../messages/list.ts'
import { liveMessages } from '../messages/live.ts'
import { pathOf } from '../path.ts'
import { readingPath } from '#base/reading-path.ts'
import { type Done, doneText } from './done.ts'
import { FileRow, type Hit, ROW_ICONS } from './file-row.tsx'
import { FolderActions, type Folders, FoldersNav } from './folders-nav.tsx'
import { ListBar } from './list-bar.tsx'
import type { Unsearched } from '../found-page.ts'
import { textsToMark } from '../query.ts'
import { SaveView } from '#features/views/islands/parts/save-view.tsx'
import { EmptyLibrary, EndOfList, NoFavourites, NothingFound, StoppedSearch } from './list-states.tsx'

/** Re-exported here because routes import pages, not islands. */
export { filtersFrom } from '../islands/list/filters.ts'

type Props = {
  frame: Frame
  now: Date
  filters: Filters
  hits: readonly Hit[]
  /** The cursor of this page; null is the first page. */
  cursor: string | null
  nextCursor: string | null
  /** Known for the whole library only. */
  total: number | null
  /** Set when the time for a pattern was up; the next page goes on. */
  unsearched: Unsearched | null
  counts: ListCounts
  tree: Folders
  /** Files that the search finds by name; the list has them too, among those that only mention it. */
  named: readonly File[]
  isBadCursor: boolean
  /** The result of a form without script. */
  done: Done | null
}

export function FilesPage(props: Props) {
  const { frame, filters, counts, tree, isBadCursor, done } = props
  const t = listMessages(frame.locale)
  const title = titleOf(t, filters)
  return (
    <Layout frame={frame} styles={['files']} title={filters.q ? `${filters.q} · ${title}` : title}>
      <div class="files-head spread gap-2-4 below-4" id="files-head">
        <h1>{title}</h1>
        <div class="flex gap-2">
          <SaveView frame={frame} name={nameOfList(filters)} />
          <ButtonLink kind="plain" icon="upload" href="/files/upload">
            {t.upload}
          </ButtonLink>
          <ButtonLink kind="primary" icon="plus" href="/files/new">
            {t.newFile}
          </ButtonLink>
        </div>
      </div>
      <Island
        name="files/filter"
        component={FilterBox}
        props={{ locale: frame.locale, filters, counts }}
        when="touch"
      />
      <Island name="files/list" component={LiveList} props={{ locale: frame.locale }} when="touch" />
      <div class="files-body stack">
        <FoldersNav tree={tree} filters={filters} locale={frame.locale} />
        <section class="files-results stack gap-3" id="results" aria-label={t.files} tabIndex={-1}>
          {isBadCursor && (
            <Notice kind="warn" locale={frame.locale}>
              {t.badCursor}
            </Notice>
          )}
          {done && (
            <Notice kind={done.isRefusal ? 'warn' : 'success'} locale={frame.locale}>
              {doneText(done, frame.locale)} {done.what === 'trash' && <a href="/trash">{t.openTrash}</a>}
            </Notice>
          )}
          {filters.folder !== '' && props.hits.length > 0 && (
            <FolderActions folder={filters.folder} shared={sharedIds(props)} locale={frame.locale} />
          )}
          <NamedFiles {...props} />
          <Results {...props} />
        </section>
      </div>
    </Layout>
  )
}

function Results({ frame, now, filters, hits, cursor, nextCursor, total, unsearched, counts }: Props) {
  const t = listMessages(frame.locale)
  const goOn = unsearched && nextCursor !== null && (
    <StoppedSearch frame={frame} unsearched={unsearched} href={filesHref(filters, nextCursor)} />
  )
  if (hits.length === 0) {
    if (goOn) return goOn
    if (total === 0) return <EmptyLibrary frame={frame} />
    const isNarrowed = filters.q !== '' || chipsOf(filters).length > 0
    if (cursor !== null || !isNarrowed) return <EndOfList frame={frame} filters={filters} />
    if (filters.q === '' && filters.category === 'favorites' && chipsOf(filters).length === 1)
      return <NoFavourites frame={frame} />
    return <NothingFound frame={frame} filters={filters} />
  }
  const live = liveMessages(frame.locale)
  const marked = textsToMark(filters.q)
  const shown = nextCursor === null ? live.shown(hits.length) : live.shownMore(hits.length)
  return (
    <>
      <form class="files-form" id="bulk" method="post" action="/files/bulk">
        <input type="hidden" name="next" value={filesHref(filters, cursor)} />
        <ListBar
          filters={filters}
          summary={total === null ? shown : t.count(total)}
          isCounted={total !== null}
          counts={counts}
          locale={frame.locale}
        />
        <SharedIcons names={ROW_ICONS} />
        <ul class="file-rows">
          {hits.map((hit) => (
            <FileRow key={hit.file.id} hit={hit} filters={filters} marked={marked} now={now} locale={frame.locale} />
          ))}
        </ul>
      </form>
      {goOn}
      {nextCursor !== null && !goOn && (
        <p class="list-more stack">
          <a class="button button-plain" rel="next" href={filesHref(filters, nextCursor)}>
            {t.more}
          </a>
        </p>
      )}
    </>
  )
}

/** Rows that are seen at once or after a little scrolling: a file among them needs no second link. */
const FIRST_ROWS = 10

function NamedFiles({ frame, named, hits }: Props) {
  const first = new Set(hits.slice(0, FIRST_ROWS).map(({ file }) => file.id))
  const further = named.filter(({ id }) => !first.has(id))
  if (further.length === 0) return null
  return (
    <nav class="files-named cluster meta gap-1-2" aria-label={listMessages(frame.locale).byName}>
      <span>{listMessages(frame.locale).byName}</span>
      {further.map((file) => (
        <a key={file.id} class="chip plain" href={readingPath(file)} title={pathOf(file)}>
          <FileName name={file.fileName} />
        </a>
      ))}
    </nav>
  )
}

/** The ids of the whole folder when the page shows all of it; a link has room for one page of files. */
function sharedIds({ filters, hits, cursor, nextCursor }: Props): string | null {
  const isWhole = filters.q === '' && chipsOf({ ...filters, folder: '' }).length === 0
  if (!isWhole || cursor !== null || nextCursor !== null) return null
  return hits.map(({ file }) => file.id).join(',')
}

/** As it is typed: the search, then the filters. */
function nameOfList(filters: Filters): string {
  return [filters.q, ...chipsOf(filters).map(({ text }) => text)].join(' ')
}

function titleOf(t: ReturnType<typeof listMessages>, { category }: Filters): string {
  if (category === 'favorites') return t.favourites
  if (category === 'recent') return t.recent
  return t.title
}
