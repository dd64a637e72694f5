import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { queryWhileTyping } from '#base/search-query/typing.ts'
import { addShortcut } from '#browser/keyboard.ts'
import type { VisitKind } from '#browser/live-list/pages.ts'
import { SuggestionsFor } from '#browser/suggestions-for.tsx'
import { SearchFailed, SearchField } from '#ui/components/search-field.tsx'
import { fieldsOf, inboxHref, type InboxQuery } from '../address.ts'
import { liveInboxMessages } from '../messages/live.ts'
import { failure, list, queryOfUrl } from './inbox/list.ts'
import { listen } from './inbox/listen.ts'

type Props = { locale: Locale; query: InboxQuery }

const TYPING_MS = 300

/** The search of /notes, a plain form; with script the list follows what is typed, and keys work through the notes. */
function Inbox({ locale, query }: Props) {
  const t = liveInboxMessages(locale)
  const input = useRef<HTMLInputElement>(null)
  const { search, typed } = useLiveSearch(() => input.current?.value ?? '')
  useEffect(() => {
    const stops = [
      addShortcut({ keys: 'Slash', label: t.keySearch, run: () => input.current?.focus() }),
      listen(locale, ({ q }) => {
        if (input.current) input.current.value = q
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [])
  const { q: _q, ...others } = fieldsOf(query)
  return (
    <>
      <form
        class="note-search stack gap-3 below-3"
        method="get"
        action="/notes"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          search('push')
        }}
      >
        {Object.entries(others).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SearchField
          label={t.search}
          placeholder={t.placeholder}
          value={query.q}
          inputRef={input}
          onInput={typed}
          isCode={false}
        />
        <SuggestionsFor input={input} locale={locale} list="notes" />
      </form>
      {failure.value && <SearchFailed locale={locale} words={t} retry={failure.value} />}
    </>
  )
}

/** Continuous typing adds one history entry, not one for every letter. The other filters are those of the URL. */
function useLiveSearch(typedText: () => string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isTyping = useRef(false)
  const search = (how: VisitKind, q = typedText()) => {
    clearTimeout(timer.current)
    if (how !== 'replace') isTyping.current = false
    void list.visit(inboxHref({ ...queryOfUrl(), noteId: null, q }), how)
  }
  const typed = () => {
    clearTimeout(timer.current)
    const q = queryWhileTyping(typedText())
    if (q === null) return
    timer.current = setTimeout(() => {
      search(isTyping.current ? 'replace' : 'push', q)
      isTyping.current = true
    }, TYPING_MS)
  }
  return { search, typed }
}

export const island = Inbox
