import type { Locale } from '#base/messages.ts'
import { Time } from '#ui/components/time.tsx'
import { FileName } from '#ui/components/file-name.tsx'
import { HighlightedText, ProseText } from '#ui/components/marked.tsx'
import { Icon, type IconName } from '#ui/icons.tsx'
import type { GroupName, SearchGroup, SearchHit } from '../found.ts'
import { searchMessages } from '../messages/search.ts'

const ICONS = {
  files: 'files',
  symbols: 'outline',
  notes: 'note',
  boards: 'board',
  repos: 'repository',
} satisfies Record<GroupName, IconName>

type Props = { group: SearchGroup; q: string; now: Date; locale: Locale }

export function Group({ group, q, now, locale }: Props) {
  const t = searchMessages(locale)
  const { name, hits, hasMore, unsearched } = group
  const more = moreOf(name, q)
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
      {unsearched && (
        <p class="search-unsearched">
          {t.unsearched(unsearched.count)} {more && <a href={more}>{t.goOn}</a>}
        </p>
      )}
      {hasMore && !unsearched && more && (
        <p class="search-more">
          <a href={more}>{name === 'files' ? t.moreFiles : name === 'notes' ? t.moreNotes : t.more}</a>
        </p>
      )}
    </section>
  )
}

/** The list that has all of them. */
function moreOf(name: GroupName, q: string): string | null {
  if (name === 'files') return `/files?q=${encodeURIComponent(q)}`
  return null
}

function Hit({ name, hit, now, locale }: { name: GroupName; hit: SearchHit; now: Date; locale: Locale }) {
  const t = searchMessages(locale)
  const { url, title, ranges, place, excerpt, lines, updatedAt, language, symbolKind, isFavourite } = hit
  return (
    <li class="search-hit">
      <div class="search-hit-head">
        <a class="search-hit-link" href={url} data-hit="">
          {name === 'files' || name === 'repos' ? (
            <FileName name={title} ranges={ranges} />
          ) : (
            <bdi>{title === '' ? t.untitled : <HighlightedText text={title} ranges={ranges} />}</bdi>
          )}
        </a>
        {isFavourite && <Icon name="star" />}
        {symbolKind && <span class="search-hit-kind">{symbolKind}</span>}
        {place && <bdi class="search-hit-place">{place}</bdi>}
        <span class="search-hit-facts">
          {language && <bdi>{language}</bdi>}
          {updatedAt && <Time at={updatedAt} now={now} locale={locale} />}
        </span>
      </div>
      {excerpt && excerpt.text !== '' && (
        <p class="search-hit-text" dir="auto">
          {excerpt.cut.start && '…'}
          <ProseText text={excerpt.text} ranges={excerpt.ranges} />
          {excerpt.cut.end && '…'}
        </p>
      )}
      {lines.length > 0 && <Lines lines={lines} locale={locale} />}
    </li>
  )
}

/** Code is always left to right; isolating the line keeps Hebrew words in order. */
function Lines({ lines, locale }: { lines: SearchHit['lines']; locale: Locale }) {
  const t = searchMessages(locale)
  return (
    <ol class="search-lines notranslate" dir="ltr">
      {lines.map(({ line, text, ranges, cut, url }) => (
        <li key={line}>
          <a href={url}>
            <span class="search-line-number">
              <span class="visually-hidden">{t.line(line)}: </span>
              <span aria-hidden="true">{line}</span>
            </span>
            <code>
              {cut.start && '…'}
              <HighlightedText text={text} ranges={ranges} />
              {cut.end && '…'}
            </code>
          </a>
        </li>
      ))}
    </ol>
  )
}
