import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { queryWhileTyping } from '#base/search-query/typing.ts'
import { replacePageParts } from '#browser/adopt-page.ts'
import { announce } from '#browser/announce.ts'
import { fetchPage } from '#browser/fetch-page.ts'
import { currentPath } from '#browser/go.ts'
import { addShortcut } from '#browser/keyboard.ts'
import { SuggestionsFor } from '#browser/suggestions-for.tsx'
import { SearchFailed, SearchField } from '#ui/components/search-field.tsx'
import { boxMessages } from '../messages/box.ts'
import { searchHref } from '../search-href.ts'
import { hitKeys, keepHitFocus, moveToHit } from './search/hit-keys.ts'

type Props = { locale: Locale; q: string }

/** Set when the last search did not arrive: tries it again. */
const failure = signal<(() => void) | null>(null)
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
  keepHitFocus(() => replacePageParts(answer.page, ['results'], currentPath()))
  announce(document.getElementById('results-title')?.textContent ?? '')
}

function SearchBox({ locale, q }: Props) {
  const t = boxMessages(locale)
  const input = useRef<HTMLInputElement>(null)
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
          void show(input.current?.value ?? '')
        }}
      >
        <SearchField
          label={t.search}
          placeholder={t.placeholder}
          value={q}
          inputRef={input}
          onInput={(text) => {
            const query = queryWhileTyping(text)
            if (query !== null) void show(query)
          }}
          isCode
        />
        <SuggestionsFor input={input} locale={locale} unused={[]} />
      </form>
      {failure.value && <SearchFailed locale={locale} words={t} retry={failure.value} />}
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

export const island = SearchBox
