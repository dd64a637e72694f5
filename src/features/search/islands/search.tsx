import { useEffect, useRef } from 'preact/hooks'
import { queryWhileTyping } from '#base/search-query/typing.ts'
import { addShortcut } from '#browser/keyboard.ts'
import { SuggestionsFor } from '#browser/suggestions-for.tsx'
import { SearchFailed, SearchField } from '#ui/components/search-field.tsx'
import { boxMessages } from '../messages/box.ts'
import { hitKeys, moveToHit } from './search/hit-keys.ts'
import { failure, type Reader, show } from './search/live.tsx'

type Props = Reader & { q: string }

function SearchBox({ locale, q, timeZone }: Props) {
  const reader = { locale, timeZone }
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
          void show(input.current?.value ?? '', reader)
        }}
      >
        <SearchField
          label={t.search}
          placeholder={t.placeholder}
          value={q}
          inputRef={input}
          onInput={(text) => {
            const query = queryWhileTyping(text)
            if (query !== null) void show(query, reader)
          }}
          isCode
        />
        <SuggestionsFor input={input} locale={locale} list={null} />
      </form>
      {failure.value && (
        <SearchFailed
          locale={locale}
          words={{ failed: failure.value.isPartial ? t.interrupted : t.failed, retry: t.retry }}
          retry={failure.value.retry}
        />
      )}
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
