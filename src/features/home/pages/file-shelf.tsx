import { languageColor } from '#base/language/language.ts'
import type { Locale } from '#base/messages.ts'
import { Card } from '#ui/components/card.tsx'
import { readingPath } from '#features/files/reading-path.ts'
import { FileName } from '#ui/components/file-name.tsx'
import { Time } from '#ui/components/time.tsx'
import { homeMessages } from '../messages.ts'
import type { FileEntry } from '../overview.ts'

type Props = { id: 'recent' | 'pinned'; locale: Locale; now: Date; files: readonly FileEntry[] }

/** A short list of files, each a link. */
export function FileShelf({ id, locale, now, files }: Props) {
  const t = homeMessages(locale)
  const words = { recent: { title: t.recent, none: '' }, pinned: { title: t.pinned, none: t.noPinned } }[id]
  return (
    <Card id={id} title={words.title}>
      {files.length === 0 ? (
        <p class="meta">{words.none}</p>
      ) : (
        <ul class="shelf ruled">
          {files.map((file) => (
            <li key={file.id}>
              <ShelfRow locale={locale} now={now} file={file} at={id === 'recent' ? file.createdAt : file.updatedAt} />
            </li>
          ))}
        </ul>
      )}
      {id === 'recent' && (
        <a class="small start" href="/files">
          {t.allFiles}
        </a>
      )}
    </Card>
  )
}

type RowProps = { locale: Locale; now: Date; file: FileEntry; at: Date }

function ShelfRow({ locale, now, file, at }: RowProps) {
  const { fileName, language, description, firstLine } = file
  const about = description || firstLine
  return (
    <a class="shelf-row quiet-link grid gap-0-3" href={readingPath(file)}>
      <svg class="dot" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
        <circle cx="5" cy="5" r="4.5" fill={languageColor(language)} />
      </svg>
      <span class="shelf-name medium truncate">
        <FileName name={fileName} />
      </span>
      <span class="shelf-about meta flex">
        <span class="truncate" dir="auto">
          {about}
        </span>
      </span>
      <span class="shelf-when meta nowrap">
        <bdi>{language}</bdi> · <Time at={at} now={now} locale={locale} />
      </span>
    </a>
  )
}
