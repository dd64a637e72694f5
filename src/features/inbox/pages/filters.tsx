import type { ComponentChildren } from 'preact'
import type { Locale } from '#base/messages.ts'
import { Icon, type IconName } from '#ui/icons.tsx'
import { COLOR_IDS, type ColorId } from '#features/notes/color-ids.ts'
import { colorMessages } from '#features/notes/messages/colors.ts'
import type { InboxSource, NoteSource } from '#features/notes/inbox.ts'
import { inboxHref, type InboxQuery, isSameSource } from '../address.ts'
import { inboxMessages } from '../messages/inbox.ts'
import { NOTE_FILTERS, SHOWS } from '../note-filters.ts'
import { INBOX_SOURCES, type ShownNote, sourceName } from '../shown-note.ts'
import { SourceName } from './source-name.tsx'

type Props = { query: InboxQuery; sources: readonly NoteSource[]; notes: readonly ShownNote[]; locale: Locale }

/** Every filter is a link, so that it works without script. */
export function Filters({ query, sources, notes, locale }: Props) {
  const t = inboxMessages(locale)
  const whole = { ...query, noteId: null }
  return (
    <nav class="inbox-filters stack gap-2" id="inbox-filters" aria-label={t.filters}>
      <ul class="inbox-chips actions">
        {SHOWS.map((show) => (
          <li key={show}>
            <FilterLink name={`show-${show}`} href={inboxHref({ ...whole, show })} isOn={query.show === show}>
              {NOTE_FILTERS[show].label[locale]}
            </FilterLink>
          </li>
        ))}
      </ul>
      <div class="inbox-filter-row actions">
        <Where query={whole} sources={sources} notes={notes} locale={locale} />
        <ul class="inbox-chips actions" aria-label={t.color}>
          {COLOR_IDS.map((color) => (
            <li key={color}>
              <ColorLink query={whole} color={color} locale={locale} />
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}

/** The chosen colour is a link that removes it. */
function ColorLink({ query, color, locale }: { query: InboxQuery; color: ColorId; locale: Locale }) {
  const name = colorMessages(locale)[color]
  const isOn = query.color === color
  return (
    <FilterLink
      name={`color-${color}`}
      href={inboxHref({ ...query, color: isOn ? null : color })}
      isOn={isOn}
      title={isOn ? inboxMessages(locale).removeFilter(name) : name}
    >
      <span class="color-swatch" data-color={color} aria-hidden="true" />
      {isOn && <Icon name="close" />}
      <span class="visually-hidden">{isOn ? inboxMessages(locale).removeFilter(name) : name}</span>
    </FilterLink>
  )
}

type LinkProps = {
  /** Finds the link again after the filters were replaced. */
  name: string
  href: string
  isOn: boolean
  title?: string
  children: ComponentChildren
}

function FilterLink({ name, href, isOn, title, children }: LinkProps) {
  return (
    <a
      class="pill inbox-chip small-icons"
      data-filter={name}
      href={href}
      aria-current={isOn ? 'true' : undefined}
      title={title}
    >
      {children}
    </a>
  )
}

export const SOURCE_ICONS: Readonly<Record<InboxSource['kind'], IconName>> = {
  file: 'files',
  board: 'board',
  repo: 'repository',
}

/** The chosen file, board or repository with a link that removes it, or a list to choose from. */
function Where({ query, sources, notes, locale }: Props) {
  const t = inboxMessages(locale)
  const { source } = query
  if (source) {
    const name = nameOfSource(source, sources, notes) ?? t.thisSource
    return (
      <a
        class="pill inbox-chip small-icons"
        data-filter="source"
        aria-current="true"
        href={inboxHref({ ...query, source: null })}
        aria-label={t.removeFilter(name)}
      >
        <Icon name={SOURCE_ICONS[source.kind]} />
        <SourceName kind={source.kind} name={name} />
        <Icon name="close" />
      </a>
    )
  }
  if (sources.length === 0) return null
  return (
    <details class="inbox-where quiet-summary anchor">
      <summary class="pill inbox-chip small-icons">{t.where}</summary>
      <div class="float inbox-sources small-icons">
        {sources.length > INBOX_SOURCES && <p>{t.mostNotes(INBOX_SOURCES)}</p>}
        <ul class="stack">
          {sources.slice(0, INBOX_SOURCES).map((each) => (
            <li key={inboxHref({ ...query, source: each.source })}>
              <a class="option" href={inboxHref({ ...query, source: each.source })}>
                <Icon name={SOURCE_ICONS[each.source.kind]} />
                <SourceName kind={each.source.kind} name={each.name} />
                <span class="muted push numbers">{each.notes}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}

export function nameOfSource(
  source: InboxSource,
  sources: readonly NoteSource[],
  notes: readonly ShownNote[],
): string | null {
  if (source.kind === 'repo') return source.repoName
  const listed = sources.find((each) => isSameSource(each.source, source))
  return listed?.name ?? (notes[0] ? sourceName(notes[0]) : null)
}
