import type { Locale } from '#base/messages.ts'
import type { Excerpt } from '#base/needle.ts'
import type { Query } from '#base/search-query/query.ts'
import { Time } from '#ui/components/time.tsx'
import { FileName } from '#ui/components/file-name.tsx'
import { CodeLines } from '#ui/components/code-lines.tsx'
import { HighlightedText, ProseText } from '#ui/components/marked.tsx'
import { Icon, type IconName } from '#ui/icons.tsx'
import { parseListQuery } from '#features/files/query.ts'
import { type GroupName, queryForMore, type SearchGroup, type SearchHit, type Unsearched } from '../found.ts'
import { searchMessages } from '../messages/search.ts'
import { searchHref } from '../search-href.ts'

const ICONS = {
  files: 'files',
  symbols: 'outline',
  notes: 'note',
  boards: 'board',
  repos: 'repository',
} satisfies Record<GroupName, IconName>

/** Text in which vowel points can stand. */
export const HEBREW = /[\u05d0-\u05ea]/

type Props = { group: SearchGroup; q: string; query: Query; now: Date; locale: Locale }

export function Group({ group, q, query, now, locale }: Props) {
  const t = searchMessages(locale)
  const { name, hits, hasMore, unsearched } = group
  const more = moreHref(group, q, query)
  const id = `group-${name}`
  return (
    <section class="search-group" aria-labelledby={id}>
      <h3 id={id}>
        <Icon name={ICONS[name]} />
        {t[name]}
      </h3>
      {hits.length > 0 && (
        <ul>
          {hits.map((hit) => (
            <Hit key={hit.id} name={name} hit={hit} now={now} locale={locale} />
          ))}
        </ul>
      )}
      {name === 'repos' && HEBREW.test(q) && <p class="search-unsearched">{t.pointsCount}</p>}
      {unsearched && name === 'symbols' && <p class="search-unsearched">{unreadText(t, unsearched)}</p>}
      {unsearched && name !== 'symbols' && (
        <p class="search-unsearched">
          {t.unsearched(unsearched.count)} {more && <a href={more}>{t.goOn}</a>}
        </p>
      )}
      {hasMore && (!unsearched || name === 'symbols') && more && (
        <p class="search-more">
          <a href={more}>{t.more}</a>
        </p>
      )}
    </section>
  )
}

/** Symbols are read in the background, so a page that is opened later finds them. */
function unreadText(t: ReturnType<typeof searchMessages>, { count, repos = 0 }: Unsearched): string {
  return [count ? t.unreadFiles(count) : '', repos > 0 ? t.unreadRepos(repos) : ''].filter(Boolean).join(' ')
}

/** Files have a list of their own, with all of them. */
function moreHref({ name }: SearchGroup, q: string, query: Query): string | null {
  if (name === 'files' && parseListQuery(q)) return `/files?q=${encodeURIComponent(q)}`
  const more = queryForMore(name, q, query)
  return more === null ? null : searchHref(more)
}

function Hit({ name, hit, now, locale }: { name: GroupName; hit: SearchHit; now: Date; locale: Locale }) {
  const t = searchMessages(locale)
  const { url, title, place, excerpt, lines, updatedAt, language, symbolKind, isFavourite } = hit
  return (
    <li class="search-hit">
      <div class="search-hit-head">
        <a class="search-hit-link" href={url} data-hit="">
          <HitTitle name={name} hit={hit} untitled={t.untitled} />
        </a>
        {isFavourite && <Icon name="star" />}
        {symbolKind && <span class="search-hit-kind">{symbolKind}</span>}
        {place && <bdi class="search-hit-place">{place}</bdi>}
        <span class="search-hit-facts">
          {language && <bdi>{language}</bdi>}
          {updatedAt && <Time at={updatedAt} now={now} locale={locale} />}
        </span>
      </div>
      {title !== '' && excerpt && excerpt.text !== '' && (
        <p class="search-hit-text" dir="auto">
          <ExcerptText excerpt={excerpt} />
        </p>
      )}
      {lines.length > 0 && <CodeLines class="search-lines" lines={lines} lineName={t.line} />}
    </li>
  )
}

/** A note without a title is named by the text that was found. */
function HitTitle({
  name,
  hit: { title, ranges, excerpt },
  untitled,
}: {
  name: GroupName
  hit: SearchHit
  untitled: string
}) {
  if (name === 'files' || name === 'repos') return <FileName name={title} ranges={ranges} />
  if (title !== '')
    return (
      <bdi>
        <HighlightedText text={title} ranges={ranges} />
      </bdi>
    )
  return <bdi>{excerpt && excerpt.text !== '' ? <ExcerptText excerpt={excerpt} /> : untitled}</bdi>
}

function ExcerptText({ excerpt: { text, ranges, cut } }: { excerpt: Excerpt }) {
  return (
    <>
      {cut.start && '…'}
      <ProseText text={text} ranges={ranges} />
      {cut.end && '…'}
    </>
  )
}
