import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import type { LinkSuggestion } from '#base/link-suggestion.ts'
import { openLinkAt } from '#base/named-link.ts'
import type { Range } from '#base/needle.ts'
import { call } from '#browser/api.ts'
import { listen, replaceText, takeKey } from '#browser/suggestion-box.ts'
import { FileName } from '#ui/components/file-name.tsx'
import { HighlightedText } from '#ui/components/marked.tsx'
import { Icon, type IconName } from '#ui/icons.tsx'
import { linkMessages } from '../../messages/links.ts'

export type LinkBoxProps = { box: HTMLTextAreaElement; locale: Locale }

const ICONS: Record<LinkSuggestion['kind'], IconName> = {
  file: 'files',
  symbol: 'outline',
  note: 'note',
  board: 'board',
}

/** While somebody types, a request for each letter would answer out of date. */
const PAUSE_MS = 120

type Offer = { box: HTMLTextAreaElement; offered: Signal<readonly LinkSuggestion[]>; at: Signal<number> }

/** What a link that is being typed could mean. The focus stays in the text box, whose keys choose. */
export function LinkSuggestions({ box, locale }: LinkBoxProps) {
  const t = linkMessages(locale)
  const id = useId()
  const offered = useSignal<readonly LinkSuggestion[]>([])
  const at = useSignal(0)
  const optionId = (index: number) => `${id}-${index}`
  const isOpen = offered.value.length > 0
  useEffect(() => listenToBox({ box, offered, at }), [box])
  useEffect(() => {
    describe(box, isOpen ? { list: id, option: optionId(at.value) } : null)
    document.getElementById(optionId(at.value))?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, at.value, offered.value])
  return (
    <>
      <div class="float note-links" id={id} role="listbox" aria-label={t.list} hidden={!isOpen}>
        {offered.value.map((suggestion, index) => (
          <Option
            key={suggestion.link}
            id={optionId(index)}
            suggestion={suggestion}
            kind={t[suggestion.kind]}
            isChosen={index === at.value}
            choose={() => choose({ box, offered, at }, suggestion)}
          />
        ))}
      </div>
      <span class="visually-hidden" role="status">
        {isOpen && t.count(offered.value.length)}
      </span>
    </>
  )
}

/** A text box cannot have the role of a combobox, but what a combobox says of its list. */
function describe(box: HTMLTextAreaElement, open: { list: string; option: string } | null): void {
  box.setAttribute('aria-autocomplete', 'list')
  for (const [name, value] of [
    ['aria-controls', open?.list],
    ['aria-activedescendant', open?.option],
  ] as const) {
    if (value === undefined) box.removeAttribute(name)
    else box.setAttribute(name, value)
  }
}

/** Writes the link as if it were typed, over what was typed of it. */
function choose({ box, offered }: Offer, suggestion: LinkSuggestion | undefined): void {
  const open = openLinkAt(box.value, box.selectionStart)
  offered.value = []
  if (!open || !suggestion) return
  const caret = box.selectionStart
  const end = box.value.startsWith(']]', caret) ? caret + 2 : caret
  replaceText(box, suggestion.link.slice(2), open.from, end)
}

/** Keeps the list up to date and handles its keys; returns the function that stops it. */
function listenToBox(offer: Offer): () => void {
  const { box, offered } = offer
  let timer = 0
  let asking = new AbortController()
  let seen = ''
  const close = () => (offered.value = [])
  const update = () => {
    const open = box.selectionStart === box.selectionEnd ? openLinkAt(box.value, box.selectionStart) : null
    const state = open ? `${open.from} ${open.typed}` : ''
    if (state === seen) return
    seen = state
    window.clearTimeout(timer)
    asking.abort()
    if (!open) return close()
    asking = new AbortController()
    const { signal } = asking
    timer = window.setTimeout(() => void ask(offer, open.typed, signal), PAUSE_MS)
  }
  const stop = listen(box, { typed: update, moved: update, left: close, pressed: (event) => pressed(event, offer) })
  update()
  return () => {
    window.clearTimeout(timer)
    asking.abort()
    stop()
  }
}

async function ask({ box, offered, at }: Offer, typed: string, signal: AbortSignal): Promise<void> {
  const url = `/api/links/suggest?q=${encodeURIComponent(typed.trim())}`
  const answer = await call<{ suggestions: LinkSuggestion[] }>('GET', url, { signal })
  if (signal.aborted || answer.outcome !== 'done' || document.activeElement !== box) return
  at.value = 0
  offered.value = answer.data.suggestions
}

function pressed(event: KeyboardEvent, offer: Offer): void {
  const { offered, at } = offer
  const count = offered.value.length
  if (event.isComposing || count === 0 || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'ArrowDown') at.value = (at.value + 1) % count
  else if (event.key === 'ArrowUp') at.value = (at.value + count - 1) % count
  else if (event.key === 'Escape') offered.value = []
  else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(offer, offered.value[at.value])
  else return
  takeKey(event)
}

type OptionProps = { id: string; suggestion: LinkSuggestion; kind: string; isChosen: boolean; choose: () => void }

function Option({ id, suggestion: { kind, title, place, ranges }, kind: kindName, isChosen, choose }: OptionProps) {
  const marked = ranges.map(([from, to]): Range => [from, to])
  return (
    <div
      class="option small-icons"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      // Not a click: the text box would lose the focus before it.
      onMouseDown={(event) => {
        event.preventDefault()
        choose()
      }}
    >
      <Icon name={ICONS[kind]} />
      <span class="shrinks truncate">
        {kind === 'file' ? (
          <FileName name={title} ranges={marked} />
        ) : (
          <bdi>
            <HighlightedText text={title} ranges={marked} />
          </bdi>
        )}
      </span>
      <span class="push muted tiny shrinks truncate">
        <bdi>{place}</bdi>
        {place !== '' && ' · '}
        {kindName}
      </span>
    </div>
  )
}
