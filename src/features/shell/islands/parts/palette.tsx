import { useRef } from 'preact/hooks'
import { type ReadonlySignal, type Signal, useComputed, useSignal, useSignalEffect } from '@preact/signals'
import type { Locale } from '#base/messages.ts'
import type { Role } from '#base/roles.ts'
import { navigateTo, currentPath, sendForm } from '#browser/navigate.ts'
import { type Entry, entriesFor } from './commands.ts'
import { rankMatches } from '../../match.ts'
import { dialogMessages } from '../../messages/dialogs.ts'
import { keyMessages } from '../../messages/keys.ts'
import { useOpened } from './opened.ts'
import { searchedEntries } from './things.ts'

type Props = {
  locale: Locale
  role: Role
  /** Incremented on each request to open the palette. */
  asked: ReadonlySignal<number>
}

const TYPING_MS = 80

function choose(dialog: HTMLDialogElement | null, entry: Entry): void {
  // Close first, because the link may lead to an anchor on the current page.
  dialog?.close()
  if (entry.does === 'go') navigateTo(entry.href)
  else sendForm(entry.action, { ...entry.fields, next: currentPath() })
}

/** Ctrl K: what was opened last, pages and commands, and the search of everything. */
export function Palette({ locale, role, asked }: Props) {
  const t = { ...dialogMessages(locale), ...keyMessages(locale) }
  const dialog = useRef<HTMLDialogElement>(null)
  const query = useSignal('')
  const at = useSignal(0)
  const searched = useSearched(query, locale)
  const opened = useOpened(asked, query, at)
  // What the server finds arrives later and is appended, so that the selected entry does not move.
  const found = useComputed(() => [
    ...(query.value === '' ? opened.value : []),
    ...rankMatches(entriesFor(locale, role), query.value),
    ...searched.value,
    ...textSearch(query.value, t.searchAll),
  ])

  useSignalEffect(() => {
    if (asked.value === 0) return
    query.value = ''
    at.value = 0
    dialog.current?.showModal()
  })

  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = found.value[at.value]
    if (step !== undefined) {
      event.preventDefault()
      at.value = (at.value + step + found.value.length) % Math.max(1, found.value.length)
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      choose(dialog.current, chosen)
    }
  }

  return (
    <dialog ref={dialog} class="float palette" aria-label={t.palette} closedby="any">
      <input
        class="palette-input"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found.value[at.value] && `palette-${found.value[at.value]?.id}`}
        aria-label={t.palette}
        placeholder={t.placeholder}
        autocomplete="off"
        dir="auto"
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value
          at.value = 0
        }}
        onKeyDown={move}
      />
      <Results found={found} at={at} pick={(entry) => choose(dialog.current, entry)} t={t} />
    </dialog>
  )
}

/** The last entry leads to the page of the search, which shows lines and more results. */
function textSearch(query: string, label: (query: string) => string): Entry[] {
  const needle = query.trim()
  if (needle === '') return []
  const href = `/search?q=${encodeURIComponent(needle)}`
  return [{ id: 'search-all', group: 'pages', label: label(needle), does: 'go', href }]
}

function useSearched(query: ReadonlySignal<string>, locale: Locale): ReadonlySignal<Entry[]> {
  const searched = useSignal<Entry[]>([])
  useSignalEffect(() => {
    const asked = query.value
    const stop = new AbortController()
    // Results of the letters before would be chosen by Enter.
    searched.value = []
    const timer = setTimeout(() => {
      void searchedEntries(asked, locale, stop.signal).then((entries) => {
        if (!stop.signal.aborted) searched.value = entries
      })
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  })
  return searched
}

type ResultProps = {
  found: ReadonlySignal<Entry[]>
  at: Signal<number>
  pick: (entry: Entry) => void
  t: ReturnType<typeof dialogMessages> & { palette: string }
}

function Results({ found, at, pick, t }: ResultProps) {
  const entries = found.value
  return (
    <>
      <div class="palette-list" id="palette-list" role="listbox" aria-label={t.palette}>
        {entries.map((entry, index) => (
          <div
            key={entry.id}
            class="option between"
            id={`palette-${entry.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at.value}
            onMouseDown={(event) => {
              event.preventDefault()
              pick(entry)
            }}
          >
            <bdi class="palette-label">{entry.label}</bdi>
            <span class="palette-group">
              {entry.location && (
                <>
                  <bdi>{entry.location}</bdi>
                  {' · '}
                </>
              )}
              {t[entry.group]}
            </span>
          </div>
        ))}
      </div>
      <p class="visually-hidden" role="status">
        {t.results(entries.length)}
      </p>
    </>
  )
}
