import type { Locale } from '#base/messages.ts'
import type { Excerpt } from '#base/needle.ts'
import type { GroupName } from '#base/search-query/vocabulary.ts'
import { Time } from '#ui/components/time.tsx'
import { FileName } from '#ui/components/file-name.tsx'
import { CodeLines } from '#ui/components/code-lines.tsx'
import { HighlightedText, ProseText } from '#ui/components/marked.tsx'
import { GROUP_ICONS } from '#ui/group-icons.ts'
import { Icon } from '#ui/icons.tsx'
import type { SearchHit, Unsearched } from '../../found.ts'
import { resultMessages } from '../../messages/results.ts'
import { symbolKinds } from '../../messages/symbol-kinds.ts'
import type { ShownGroup } from '../../shown.ts'

/** Text in which vowel points can stand. */
export const HEBREW = /[\u05d0-\u05ea]/

type Props = { group: ShownGroup; q: string; now: Date; locale: Locale; isLive: boolean }

export function Group({ group, q, now, locale, isLive }: Props) {
  const t = resultMessages(locale)
  const { name, hits, hasMore, moreUrl: more, unsearched, isStale } = group
  const id = `group-${name}`
  return (
    <section class="search-group stack gap-2" aria-labelledby={id} aria-busy={isStale || undefined}>
      <h3 class="row meta strong gap-2" id={id}>
        <Icon name={GROUP_ICONS[name]} />
        {t[name]}
      </h3>
      {hits.length > 0 && (
        <ul class="panel ruled">
          {hits.map((hit) => (
            <Hit key={hit.id} name={name} hit={hit} now={now} locale={locale} isLive={isLive} />
          ))}
        </ul>
      )}
      {name === 'repos' && HEBREW.test(q) && <p>{t.pointsCount}</p>}
      {unsearched && name === 'symbols' && <p>{unreadText(t, unsearched)}</p>}
      {unsearched && name !== 'symbols' && (
        <p>
          {t.unsearched(unsearched.count)} {more && <a href={more}>{t.goOn}</a>}
        </p>
      )}
      {hasMore && (!unsearched || name === 'symbols') && more && (
        <p>
          <a href={more}>{t.more}</a>
        </p>
      )}
    </section>
  )
}

/** Symbols are read in the background, so a page that is opened later finds them. */
function unreadText(t: ReturnType<typeof resultMessages>, { count, repos = 0 }: Unsearched): string {
  return [count ? t.unreadFiles(count) : '', repos > 0 ? t.unreadRepos(repos) : ''].filter(Boolean).join(' ')
}

type HitProps = { name: GroupName; hit: SearchHit } & Pick<Props, 'now' | 'locale' | 'isLive'>

function Hit({ name, hit, now, locale, isLive }: HitProps) {
  const t = resultMessages(locale)
  const kinds: Readonly<Record<string, string>> = symbolKinds(locale)
  const { url, title, place, excerpt, lines, updatedAt, language, symbolKind, isFavourite } = hit
  return (
    <li class="search-hit stack gap-1">
      <div class="wraps items-baseline gap-1-2">
        <a class="search-hit-link shrinks breaks strong" href={url} data-hit="">
          <HitTitle name={name} hit={hit} untitled={t.untitled} />
        </a>
        {isFavourite && (
          <span class="search-hit-star">
            <Icon name="star" />
            <span class="visually-hidden">{t.favourite}</span>
          </span>
        )}
        {symbolKind && <span class="meta breaks">{kinds[symbolKind] ?? symbolKind}</span>}
        {place && <bdi class="search-hit-place meta breaks">{place}</bdi>}
        <span class="search-hit-facts meta breaks flex push gap-2">
          {language && <bdi>{language}</bdi>}
          {updatedAt && <Time at={updatedAt} now={now} locale={locale} isExactOnHover={isLive} />}
        </span>
      </div>
      {title !== '' && excerpt && excerpt.text !== '' && (
        <p class="search-hit-text breaks" dir="auto">
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
