import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { parseQuery } from '#base/search-query/parse.ts'
import { replacePageParts } from '#browser/adopt-page.ts'
import { announce } from '#browser/announce.ts'
import { fetchPage } from '#browser/fetch-page.ts'
import { currentPath } from '#browser/go.ts'
import { addShortcut } from '#browser/keyboard.ts'
import { Notice } from '#ui/components/notice.tsx'
import { Icon } from '#ui/icons.tsx'
import { boxMessages } from '../messages/box.ts'
import { searchHref } from '../search-href.ts'
import { hitKeys, moveToHit } from './search/hit-keys.ts'

type Props = { locale: Locale; q: string }

/** Set when the last search did not arrive: tries it again. */
const failure = signal<(() => void) | null>(null)
/** Shorter than the pause between two letters of most people, so that no letter waits for the one after it. */
const TYPING_MS = 60
let running: AbortController | null = null

/** Shows the results of a query. It cancels the search before it, whose results nobody waits for any more. */
async function show(q: string): Promise<void> {
  running?.abort()
  const own = new AbortController()
  running = own
  const href = searchHref(q)
  const answer = await fetchPage(href, own.signal)
  if (own.signal.aborted) return
  failure.value = answer.outcome === 'done' ? null : () => void show(q)
  if (answer.outcome !== 'done') return
  // One entry of the history for the whole search: Back leads to the page before it, and from a result to the last query.
  history.replaceState(null, '', href)
  replacePageParts(answer.page, ['results'], currentPath())
  announce(document.getElementById('results-title')?.textContent ?? '')
}

/** While a quotation mark is open, the phrase so far is looked for. */
function closed(text: string): string {
  const parsed = parseQuery(text)
  return parsed.kind === 'error' && parsed.error.code === 'unclosed_quote' ? `${text}"` : text
}

function SearchBox({ locale, q }: Props) {
  const t = boxMessages(locale)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = (text: string) => {
    clearTimeout(timer.current)
    void show(text)
  }
  useEffect(() => listenForKeys(input.current, t), [])
  // Only a search that was not opened by a link to its results: the results are read first there.
  useEffect(() => {
    if (q === '') input.current?.focus()
  }, [])
  return (
    <>
      <form
        class="search-form"
        method="get"
        action="/search"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          search(input.current?.value ?? '')
        }}
      >
        <div class="search-box">
          <button class="icon-button" type="submit" aria-label={t.search} title={t.search}>
            <Icon name="search" />
          </button>
          <input
            ref={input}
            type="search"
            name="q"
            dir="auto"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            aria-label={t.search}
            placeholder={t.placeholder}
            defaultValue={q}
            onInput={(event) => {
              const text = event.currentTarget.value
              clearTimeout(timer.current)
              timer.current = setTimeout(() => search(closed(text)), TYPING_MS)
            }}
          />
        </div>
      </form>
      <Failed locale={locale} />
    </>
  )
}

function listenForKeys(box: HTMLInputElement | null, t: ReturnType<typeof boxMessages>): () => void {
  const stops = [
    addShortcut({ keys: 'Slash', label: t.keySearch, run: () => box?.focus() }),
    addShortcut({ keys: 'KeyJ', label: t.keyNext, run: () => moveToHit(1) }),
    addShortcut({ keys: 'KeyK', label: t.keyPrevious, run: () => moveToHit(-1) }),
    box ? hitKeys(box) : () => undefined,
  ]
  return () => stops.forEach((stop) => stop())
}

function Failed({ locale }: { locale: Locale }) {
  if (!failure.value) return null
  const t = boxMessages(locale)
  return (
    <Notice kind="error" locale={locale}>
      {t.failed}{' '}
      <button class="button button-plain" type="button" onClick={failure.value}>
        {t.retry}
      </button>
    </Notice>
  )
}

export const island = SearchBox
