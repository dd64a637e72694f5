import { searchHref } from '#base/search-href.ts'
import { useMemo, useRef } from 'preact/hooks'
import { type ReadonlySignal, type Signal, useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { rankFuzzy } from '#base/fuzzy.ts'
import { inOtherLayout } from '#base/keyboard-layout.ts'
import type { Locale } from '#base/messages.ts'
import type { Role } from '#base/roles.ts'
import { copyText } from '#browser/clipboard.ts'
import { fetchText } from '#browser/fetch-text.ts'
import { currentPath, navigateTo, sendForm } from '#browser/navigate.ts'
import { toast } from '#browser/toast.ts'
import { Keys } from '#ui/components/keys.tsx'
import { type Entry, entriesFor, viewEntries } from './commands.ts'
import { EntryContent } from './entry-content.tsx'
import { dialogMessages } from '../../messages/dialogs.ts'
import { keyMessages } from '../../messages/keys.ts'
import type { Asked } from './asked.ts'
import { useOpened } from './opened.ts'
import { searchedEntries } from './things.ts'

type Props = {
  locale: Locale
  role: Role
  asked: ReadonlySignal<Asked>
  openHelp: () => void
}

const TYPING_MS = 80

function choose(dialog: HTMLDialogElement | null, entry: Entry, openHelp: () => void): void {
  // Close first, because the link may lead to an anchor on the current page.
  dialog?.close()
  if (entry.does === 'go') navigateTo(entry.href)
  else if (entry.does === 'help') openHelp()
  else sendForm(entry.action, { ...entry.fields, next: currentPath() })
}

/** The stored text of a file of the library; null for anything else. */
function textPathOf(entry: Entry | undefined): string | null {
  const id = entry?.does === 'go' ? /^\/file\/(\w+)/.exec(entry.href)?.[1] : undefined
  return id === undefined ? null : `/raw/${id}`
}

async function copyFile(path: string, name: string, t: ReturnType<typeof dialogMessages>): Promise<void> {
  const isCopied = await copyText(fetchText(path))
  toast(isCopied ? { text: t.copied(name) } : { text: t.copyFailed, kind: 'error' })
}

/** By the place of the key, as all shortcuts. What is selected in the field is copied as in every field. */
function isCopy(event: KeyboardEvent): boolean {
  const { target } = event
  const isSelected = target instanceof HTMLInputElement && target.selectionStart !== target.selectionEnd
  return event.code === 'KeyC' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && !isSelected
}

/** Ctrl K: what was opened last, pages and commands, and the search of everything. */
export function Palette({ locale, role, asked, openHelp }: Props) {
  const t = { ...dialogMessages(locale), ...keyMessages(locale) }
  const dialog = useRef<HTMLDialogElement>(null)
  const query = useSignal('')
  const at = useSignal(0)
  const commands = useCommands(asked, locale, role)
  const searched = useSearched(query, commands, locale)
  const opened = useOpened(asked, query, at)
  const found = useComputed(() => findEntries(query.value, opened.value, commands.value, searched.value, t))

  useSignalEffect(() => {
    if (!asked.value) return
    query.value = asked.value.typed
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
      choose(dialog.current, chosen, openHelp)
    } else if (isCopy(event)) {
      const path = textPathOf(chosen)
      if (!chosen || path === null) return
      event.preventDefault()
      dialog.current?.close()
      void copyFile(path, chosen.label, t)
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
      <Results found={found} at={at} pick={(entry) => choose(dialog.current, entry, openHelp)} t={t} />
      <p class="palette-hint row gap-2 meta" aria-hidden={textPathOf(found.value[at.value]) === null}>
        <Keys keys={['Ctrl', 'C']} />
        <span>{t.copyHint}</span>
      </p>
    </dialog>
  )
}

/** Null: the server has not answered yet. `asked`: what it was asked for. */
type Searched = { asked: string; entries: readonly Entry[] } | null

/**
 * What the server finds arrives later and is added below the names that match as a whole, so that the chosen entry does not move. Names in which letters are
 * left out come last, and not before the answer: they would move. A text that finds nothing is read as typed in the other keyboard layout.
 */
function findEntries(
  query: string,
  opened: readonly Entry[],
  commands: readonly Entry[],
  searched: Searched,
  t: { searchAll: (query: string) => string },
): Entry[] {
  if (query.trim() === '') return [...opened, ...commands]
  const all = rankFuzzy(commands, query)
  const whole = all.filter(({ isWhole }) => isWhole)
  if (!searched) return [...whole, ...textSearch(query, t.searchAll)]
  const other = searched.asked === query ? [] : rankFuzzy(commands, searched.asked)
  const left = [...all.filter(({ isWhole }) => !isWhole), ...other]
  return [...whole, ...searched.entries, ...left, ...textSearch(searched.asked, t.searchAll)]
}

/** The last entry leads to the page of the search, which shows lines and more results. */
function textSearch(query: string, label: (query: string) => string): Entry[] {
  const needle = query.trim()
  return [
    { id: 'search-all', group: 'pages', icon: 'search', label: label(needle), does: 'go', href: searchHref(needle) },
  ]
}

/** The saved views of the page are read whenever the palette is opened. */
function useCommands(asked: ReadonlySignal<Asked>, locale: Locale, role: Role): ReadonlySignal<readonly Entry[]> {
  const fixed = useMemo(() => entriesFor(locale, role), [locale, role])
  return useComputed(() => (asked.value ? [...viewEntries(), ...fixed] : fixed))
}

function useSearched(
  query: ReadonlySignal<string>,
  commands: ReadonlySignal<readonly Entry[]>,
  locale: Locale,
): ReadonlySignal<Searched> {
  const searched = useSignal<Searched>(null)
  useSignalEffect(() => {
    const asked = query.value
    const stop = new AbortController()
    // Results of the letters before would be chosen by Enter.
    searched.value = null
    const timer = setTimeout(() => {
      void search(asked, commands.peek(), locale, stop.signal).then((found) => {
        if (!stop.signal.aborted) searched.value = found
      })
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  })
  return searched
}

async function search(
  asked: string,
  commands: readonly Entry[],
  locale: Locale,
  signal: AbortSignal,
): Promise<Searched> {
  const entries = await searchedEntries(asked, locale, signal)
  const meant = inOtherLayout(asked)
  if (entries.length > 0 || meant === null || rankFuzzy(commands, asked).length > 0) return { asked, entries }
  const others = await searchedEntries(meant, locale, signal)
  return others.length > 0 || rankFuzzy(commands, meant).length > 0
    ? { asked: meant, entries: others }
    : { asked, entries }
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
            class="option"
            id={`palette-${entry.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at.value}
            onMouseDown={(event) => {
              event.preventDefault()
              pick(entry)
            }}
          >
            <EntryContent entry={entry} t={t} />
          </div>
        ))}
      </div>
      <p class="visually-hidden" role="status">
        {t.results(entries.length)}
      </p>
    </>
  )
}
