import type { Locale } from '#base/messages.ts'
import { markedRanges } from '#base/search-query/text-terms.ts'
import { CodeLines } from '#ui/components/code-lines.tsx'
import { HighlightedText, ProseText } from '#ui/components/marked.tsx'
import { Time } from '#ui/components/time.tsx'
import { FileName } from '#ui/components/file-name.tsx'
import { Icon } from '#ui/icons.tsx'
import type { File } from '../file.ts'
import { type Filters, filesHref, NO_FILTERS } from '../islands/list/filters.ts'
import { isByCreation } from '../list-order.ts'
import type { MatchingLine } from '../matching-lines.ts'
import { listMessages } from '../messages/list.ts'
import { pathOf } from '../path.ts'
import { readingPath } from '#base/reading-path.ts'
import { LanguageDot } from './language-dot.tsx'
import { formatSize } from '#base/size.ts'

/** A file of the list, with its matching lines and the numbers of its notes. */
export type Hit = { file: File; lines: readonly MatchingLine[]; notes: number; reminders: number }

/** Icons of every row; their outlines are in the page once, beside the rows. */
export const ROW_ICONS = ['trash', 'star', 'note', 'bell'] as const

/** `marked`: the words of the search. */
type Props = { hit: Hit; filters: Filters; marked: readonly string[]; now: Date; locale: Locale }

export function FileRow({ hit, filters, marked, now, locale }: Props) {
  const { file, lines } = hit
  const t = listMessages(locale)
  const text = file.description || file.firstLine
  const path = pathOf(file)
  const shownPath = pathOf({ folder: folderBelow(file, filters), fileName: file.fileName })
  return (
    <li class="file-row rule-below anchor grid" data-id={file.id}>
      <label class="file-tick centered anchor">
        <input type="checkbox" name="file_ids" value={file.id} aria-label={t.select(path)} autocomplete="off" />
        <LanguageDot language={file.language} />
      </label>
      <div class="shrinks">
        <div class="row shrinks gap-2">
          <a
            class="file-link covers flex quiet-link shrinks medium"
            href={readingPath(file)}
            aria-label={path}
            title={path}
          >
            <FileName name={shownPath} ranges={markedRanges(shownPath, marked)} />
          </a>
          <Labels file={file} marked={marked} />
          <Noted hit={hit} locale={locale} />
        </div>
        {text && (
          <p class="file-text truncate meta" dir="auto">
            <ProseText text={text} ranges={markedRanges(text, marked)} />
          </p>
        )}
      </div>
      {/* In a list by creation any other time would look like a wrong order. */}
      <Meta file={file} at={isByCreation(filters.sort) ? file.createdAt : file.updatedAt} now={now} locale={locale} />
      <RowActions file={file} locale={locale} />
      {lines.length > 0 && (
        <CodeLines
          class="file-lines"
          lines={lines.map((line) => ({ ...line, url: `/file/${file.id}#L${line.line}` }))}
          lineName={t.line}
        />
      )}
    </li>
  )
}

/** The folder below the chosen one, so that rows of one folder do not repeat it. */
function folderBelow({ folder }: File, { folder: chosen }: Filters): string {
  if (folder === chosen) return ''
  return chosen !== '' && folder.startsWith(`${chosen}/`) ? folder.slice(chosen.length + 1) : folder
}

/** Tags and the repository, each a link to the files that share it. */
function Labels({ file, marked }: { file: File; marked: readonly string[] }) {
  if (file.tags.length === 0 && file.repo === null) return null
  return (
    <span class="file-labels wraps gap-1 anchor">
      {file.repo !== null && (
        <a class="chip plain" href={filesHref({ ...NO_FILTERS, repo: file.repo })}>
          <bdi dir="ltr">{file.repo}</bdi>
        </a>
      )}
      {file.tags.map((tag) => (
        <a key={tag} class="chip plain" href={filesHref({ ...NO_FILTERS, category: tag })}>
          <bdi>
            <HighlightedText text={tag} ranges={markedRanges(tag, marked)} />
          </bdi>
        </a>
      ))}
    </span>
  )
}

/** How many notes the file has, and a bell when one of them has a reminder. */
function Noted({ hit: { file, notes, reminders }, locale }: { hit: Hit; locale: Locale }) {
  if (notes === 0) return null
  const t = listMessages(locale)
  const words = reminders > 0 ? `${t.notes(notes)}, ${t.reminders(reminders)}` : t.notes(notes)
  return (
    <a
      class="file-notes hovers small-icons muted tiny rigid"
      href={`/notes?file=${file.id}`}
      aria-label={words}
      title={words}
    >
      <Icon name="note" isShared />
      {notes}
      {reminders > 0 && <Icon name="bell" isShared />}
    </a>
  )
}

function Meta({ file, at, now, locale }: { file: File; at: Date; now: Date; locale: Locale }) {
  return (
    <div class="file-meta muted nowrap">
      <bdi class="file-language">{file.language}</bdi>
      <bdi class="file-version numbers text-end" dir="ltr" title={listMessages(locale).version(file.version)}>
        {file.version > 1 && `v${file.version}`}
      </bdi>
      <bdi class="file-size numbers text-end" dir="ltr">
        {formatSize(file.sizeBytes, locale)}
      </bdi>
      <Time at={at} now={now} locale={locale} />
    </div>
  )
}

/** Buttons of the form around the list; each acts on its own row only. */
function RowActions({ file, locale }: { file: File; locale: Locale }) {
  const t = listMessages(locale)
  const only = `/files/bulk?only=${file.id}`
  const star = file.isFavorite ? t.removeFavourite(pathOf(file)) : t.addFavourite(pathOf(file))
  return (
    <div class="file-actions flex anchor">
      <button
        class="icon-button file-trash"
        name="action"
        value="trash"
        formaction={only}
        aria-label={t.trashOne(pathOf(file))}
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
