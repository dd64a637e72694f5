import type { ComponentChildren } from 'preact'
import { languageColor } from '#base/language/language.ts'
import type { Locale } from '#base/messages.ts'
import { Card } from '#ui/components/card.tsx'
import { FileName } from '#ui/components/file-name.tsx'
import { Time } from '#ui/components/time.tsx'
import { Icon } from '#ui/icons.tsx'
import { pathOf } from '#features/files/path.ts'
import { readingPath } from '#base/reading-path.ts'
import { homeMessages } from '../messages/home.ts'
import type { FileEntry } from '../overview.ts'
import type { Visit } from '../visits.ts'

type Props = { locale: Locale; now: Date }

/** Where the user was last: file, line, note. */
export function Visits({ visits, ...shared }: Props & { visits: readonly Visit[] }) {
  const t = homeMessages(shared.locale)
  return (
    <Card id="continue" title={t.continue}>
      <Shelf>
        {visits.map((visit) => (
          <Row key={visit.url} entry={{ ...visit, about: visit.note ?? '' }} {...shared} />
        ))}
      </Shelf>
      <a class="small start" href="/files">
        {t.allFiles}
      </a>
    </Card>
  )
}

export function Pinned({ files, ...shared }: Props & { files: readonly FileEntry[] }) {
  const t = homeMessages(shared.locale)
  return (
    <Card id="pinned" title={t.pinned}>
      {files.length === 0 ? (
        <p class="meta">{t.noPinned}</p>
      ) : (
        <Shelf>
          {files.map((file) => (
            <Row key={file.id} entry={entryOf(file)} {...shared} />
          ))}
        </Shelf>
      )}
    </Card>
  )
}

function Shelf({ children }: { children: ComponentChildren }) {
  return <ul class="shelf ruled">{children}</ul>
}

type Entry = Pick<Visit, 'kind' | 'name' | 'language' | 'line' | 'url' | 'at'> & { about: string }

function entryOf(file: FileEntry): Entry {
  const { language, description, firstLine, updatedAt } = file
  const about = description || firstLine
  return { kind: 'file', name: pathOf(file), language, line: null, url: readingPath(file), at: updatedAt, about }
}

function Row({ locale, now, entry }: Props & { entry: Entry }) {
  const { kind, name, language, line, url, at, about } = entry
  return (
    <li>
      <a class="shelf-row quiet-link grid gap-0-3" href={url}>
        <Mark entry={entry} />
        <span class="shelf-name flex items-baseline gap-2 medium">
          {kind === 'board' ? <bdi class="truncate">{name}</bdi> : <FileName name={name} />}
          {line !== null && (
            <bdi class="rigid meta" dir="ltr">
              L{line}
            </bdi>
          )}
        </span>
        <span class="shelf-about meta flex">
          <span class="truncate" dir="auto">
            {about}
          </span>
        </span>
        <span class="shelf-when meta nowrap">
          {language !== null && (
            <>
              <bdi>{language}</bdi> ·{' '}
            </>
          )}
          <Time at={at} now={now} locale={locale} />
        </span>
      </a>
    </li>
  )
}

function Mark({ entry: { kind, language } }: { entry: Entry }) {
  if (kind !== 'file' || language === null) return <Icon name={MARKS[kind]} />
  return (
    <svg class="dot" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
      <circle cx="5" cy="5" r="4.5" fill={languageColor(language)} />
    </svg>
  )
}

const MARKS = { file: 'files', board: 'board', repo: 'repository' } as const
