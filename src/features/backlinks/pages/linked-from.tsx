import type { Locale } from '#base/messages.ts'
import { FileName } from '#ui/components/file-name.tsx'
import { Icon } from '#ui/icons.tsx'
import type { Entry } from '../entry.ts'
import { backlinkMessages } from '../messages.ts'

type Props = { locale: Locale; targetId: string; entries: readonly Entry[]; total: number }

/** What links to a file, above its text; closed until somebody asks. */
export function LinkedFrom({ locale, targetId, entries, total }: Props) {
  const t = backlinkMessages(locale)
  return (
    <details class="disclosure small">
      <summary>{t.count(total)}</summary>
      <EntryList locale={locale} entries={entries} />
      {total > entries.length && <a href={`/links?to=${targetId}`}>{t.all}</a>}
    </details>
  )
}

export function EntryList({ locale, entries }: Pick<Props, 'locale' | 'entries'>) {
  const t = backlinkMessages(locale)
  return (
    <ul class="rows">
      {entries.map(({ kind, id, title, url, line, text }) => (
        <li key={id} class="small-icons">
          <Icon name={kind === 'file' ? 'files' : 'note'} />
          <div class="row-words">
            <a class="row-name breaks" href={url}>
              <span class="visually-hidden">{kind === 'file' ? t.file : t.note}: </span>
              {kind === 'file' ? <FileName name={title} /> : <bdi>{title || t.emptyNote}</bdi>}
            </a>
            {kind === 'file' && <span class="meta"> {t.line(line)}</span>}
            <p class="meta breaks">
              <bdi>{text}</bdi>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
