import { useEffect, useRef } from 'preact/hooks'
import { useComputed, useSignal } from '@preact/signals'
import type { Locale } from '#base/messages.ts'
import type { Role } from '#base/roles.ts'
import { goTo, herePath, sendForm } from '#browser/go.ts'
import { addShortcut } from '#browser/keyboard.ts'
import { type Entry, entriesFor } from './commands.ts'
import { rankMatches } from '../match.ts'
import { shellMessages } from '../messages.ts'

type Props = { locale: Locale; role: Role }

function choose(entry: Entry): void {
  if (entry.does === 'go') goTo(entry.href)
  else sendForm(entry.action, { ...entry.fields, next: herePath() })
}

/** Ctrl K: every page and command by a few letters. */
function Palette({ locale, role }: Props) {
  const t = shellMessages(locale)
  const dialog = useRef<HTMLDialogElement>(null)
  const query = useSignal('')
  const at = useSignal(0)
  const found = useComputed(() => rankMatches(entriesFor(locale, role), query.value))

  useEffect(() => {
    const open = () => {
      query.value = ''
      at.value = 0
      dialog.current?.showModal()
    }
    return opens('palette', 'Mod+KeyK', t.palette, open)
  }, [])

  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = found.value[at.value]
    if (step !== undefined) {
      event.preventDefault()
      at.value = (at.value + step + found.value.length) % Math.max(1, found.value.length)
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      choose(chosen)
    }
  }

  return (
    <dialog ref={dialog} class="palette" aria-label={t.palette} closedby="any">
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
      <Results entries={found.value} at={at.value} query={query.value} t={t} />
    </dialog>
  )
}

type ResultProps = { entries: Entry[]; at: number; query: string; t: ReturnType<typeof shellMessages> }

function Results({ entries, at, query, t }: ResultProps) {
  return (
    <>
      <div class="palette-list" id="palette-list" role="listbox" aria-label={t.palette}>
        {entries.map((entry, index) => (
          <div
            key={entry.id}
            id={`palette-${entry.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onMouseDown={(event) => {
              event.preventDefault()
              choose(entry)
            }}
          >
            <span>{entry.label}</span>
            <span class="palette-group">{t[entry.group]}</span>
          </div>
        ))}
      </div>
      {entries.length === 0 && <p class="palette-nothing">{t.nothing(query)}</p>}
      <p class="visually-hidden" role="status">
        {t.results(entries.length)}
      </p>
    </>
  )
}

/** A key and every button marked `data-opens` lead to the same place. */
export function opens(name: string, keys: string, label: string, open: () => void): () => void {
  const click = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest(`[data-opens="${name}"]`)) open()
  }
  document.addEventListener('click', click)
  const remove = addShortcut({ keys, label, run: open })
  return () => {
    document.removeEventListener('click', click)
    remove()
  }
}

export const island = Palette
