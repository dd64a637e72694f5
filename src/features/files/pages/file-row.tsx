import type { Locale } from '#base/messages.ts'
import { findRanges } from '#base/needle.ts'
import { HighlightedText } from '#ui/components/marked.tsx'
import { Time } from '#ui/components/time.tsx'
import { Icon } from '#ui/icons.tsx'
import type { File } from '../file.ts'
import { type Filters, filesHref, NO_FILTERS } from '../islands/list/filters.ts'
import type { MatchingLine } from '../matching-lines.ts'
import { listMessages } from '../messages/list.ts'
import { FileName } from './file-name.tsx'
import { LanguageDot } from './language-dot.tsx'
import { formatSize } from '#base/size.ts'

/** A file of the list, with its matching lines. */
export type Hit = { file: File; lines: readonly MatchingLine[] }

/** Icons of every row; their outlines are in the page once, beside the rows. */
export const ROW_ICONS = ['trash', 'star'] as const

type Props = { hit: Hit; filters: Filters; now: Date; locale: Locale }

export function FileRow({ hit, filters, now, locale }: Props) {
  const { file, lines } = hit
  const t = listMessages(locale)
  const text = file.description || file.firstLine
  return (
    <li class="file-row" data-id={file.id}>
      <label class="file-tick">
        <input
          type="checkbox"
          name="file_ids"
          value={file.id}
          aria-label={t.select(file.fileName)}
          autocomplete="off"
        />
        <LanguageDot language={file.language} />
      </label>
      <div class="file-words">
        <div class="file-head">
          <a class="file-link" href={`/file/${file.id}`} aria-label={file.fileName} title={file.fileName}>
            <FileName name={file.fileName} ranges={findRanges(file.fileName, filters.q)} />
          </a>
          <Labels file={file} filters={filters} />
        </div>
        {text && (
          <p class="file-text" dir="auto">
            <HighlightedText text={text} ranges={findRanges(text, filters.q)} />
          </p>
        )}
      </div>
      <Meta file={file} now={now} locale={locale} />
      <RowActions file={file} locale={locale} />
      {lines.length > 0 && <Lines file={file} lines={lines} locale={locale} />}
    </li>
  )
}

/** Tags and the repository, each a link to the files that share it. */
function Labels({ file, filters }: { file: File; filters: Filters }) {
  if (file.tags.length === 0 && file.repo === null) return null
  return (
    <span class="file-labels">
      {file.repo !== null && (
        <a class="chip" href={filesHref({ ...NO_FILTERS, repo: file.repo })}>
          <bdi dir="ltr">{file.repo}</bdi>
        </a>
      )}
      {file.tags.map((tag) => (
        <a key={tag} class="chip" href={filesHref({ ...NO_FILTERS, category: tag })}>
          <bdi>
            <HighlightedText text={tag} ranges={findRanges(tag, filters.q)} />
          </bdi>
        </a>
      ))}
    </span>
  )
}

function Meta({ file, now, locale }: { file: File; now: Date; locale: Locale }) {
  return (
    <div class="file-meta">
      <bdi class="file-language">{file.language}</bdi>
      <bdi class="file-version" dir="ltr" title={listMessages(locale).version(file.version)}>
        {file.version > 1 && `v${file.version}`}
      </bdi>
      <bdi class="file-size" dir="ltr">
        {formatSize(file.sizeBytes, locale)}
      </bdi>
      {/* The list is ordered by creation, so any other date here would look like a wrong order. */}
      <Time at={file.createdAt} now={now} locale={locale} />
    </div>
  )
}

/** Buttons of the form around the list; each acts on its own row only. */
function RowActions({ file, locale }: { file: File; locale: Locale }) {
  const t = listMessages(locale)
  const only = `/files/bulk?only=${file.id}`
  const star = file.isFavorite ? t.removeFavourite(file.fileName) : t.addFavourite(file.fileName)
  return (
    <div class="file-actions">
      <button
        class="icon-button file-trash"
        name="action"
        value="trash"
        formaction={only}
        aria-label={t.trashOne(file.fileName)}
        title={t.trash}
      >
        <Icon name="trash" isShared />
      </button>
      <button
        class="icon-button file-star"
        name="action"
        value={file.isFavorite ? 'unfavorite' : 'favorite'}
        formaction={only}
        aria-label={star}
        title={file.isFavorite ? t.unfavourite : t.favourite}
        data-on={file.isFavorite ? '' : undefined}
      >
        <Icon name="star" isShared />
      </button>
    </div>
  )
}

/** Code is always left to right; isolating the line keeps Hebrew words in order. */
function Lines({ file, lines, locale }: { file: File; lines: readonly MatchingLine[]; locale: Locale }) {
  const t = listMessages(locale)
  return (
    <ol class="file-lines" dir="ltr">
      {lines.map(({ line, text, ranges, cut }) => (
        <li key={line}>
          <a href={`/file/${file.id}#L${line}`}>
            <span class="file-line-number">
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
