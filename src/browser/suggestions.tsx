import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Locale, messages, plural } from '#base/messages.ts'
import type { Known, KnownValues, Suggestion } from '#base/search-query/suggest.ts'
import type { SearchedList } from '#base/search-query/vocabulary.ts'
import { call } from './api.ts'
import { insertSuggestion, listenToBox, offer } from './suggestion-keys.ts'

export type SuggestionsProps = { input: HTMLInputElement; locale: Locale; list: SearchedList | null }

/** What each suggestion means stands in `base/search-query/vocabulary.ts`. */
const suggestionMessages = messages({
  he: {
    list: 'הצעות לחיפוש',
    count: (n: number) => plural('he', n, { one: 'הצעה אחת', two: 'שתי הצעות', other: `${n} הצעות` }),
  },
  en: {
    list: 'Search suggestions',
    count: (n) => plural('en', n, { one: '1 suggestion', other: `${n} suggestions` }),
  },
})

const LIST_ID = 'suggestions'
const optionId = (index: number) => `suggestion-${index}`

const NO_VALUES: KnownValues = { lang: [], tag: [], repo: [], path: [] }
let values: Promise<KnownValues> | null = null

/** One request for all values of a page. */
async function readValues(): Promise<KnownValues> {
  const answer = await call<KnownValues>('GET', '/api/search/values')
  if (answer.outcome === 'done') return answer.data
  values = null
  return NO_VALUES
}

function today(): Known['today'] {
  const now = new Date()
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() }
}

/** The list below a search box, which it makes a combobox. The focus stays in the box. */
export function Suggestions({ input, locale, list }: SuggestionsProps) {
  const t = suggestionMessages(locale)
  const offered = useSignal<readonly Suggestion[]>([])
  const at = useSignal(-1)
  const loaded = useSignal(NO_VALUES)

  useEffect(() => {
    const known = () => ({ values: loaded.peek(), today: today(), locale, list })
    const box = { input, offered, at, known }
    const refresh = () => {
      // What was chosen meanwhile stays chosen.
      if (document.activeElement === input && at.peek() === -1) offer(box, false)
    }
    refresh()
    values ??= readValues()
    void values.then((all) => {
      loaded.value = all
      refresh()
    })
    return listenToBox(box)
  }, [])
  useSignalEffect(() => describe(input, offered.value.length > 0, at.value))
  useEffect(() => document.getElementById(optionId(at.value))?.scrollIntoView({ block: 'nearest' }), [at.value])

  const n = offered.value.length
  return (
    <>
      <div class="float suggestions" id={LIST_ID} role="listbox" aria-label={t.list} hidden={n === 0}>
        {offered.value.map((suggestion, index) => (
          <Option
            key={suggestion.text}
            index={index}
            suggestion={suggestion}
            isChosen={index === at.value}
            choose={() => insertSuggestion(input, suggestion)}
          />
        ))}
      </div>
      <span class="visually-hidden" role="status">
        {n > 0 && t.count(n)}
      </span>
    </>
  )
}

/** Only with script, and so not in the page that the server sends: without script it is a plain field. */
function describe(input: HTMLInputElement, isOpen: boolean, at: number): void {
  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-controls', LIST_ID)
  input.setAttribute('aria-expanded', String(isOpen))
  if (isOpen && at >= 0) input.setAttribute('aria-activedescendant', optionId(at))
  else input.removeAttribute('aria-activedescendant')
}

type OptionProps = {
  index: number
  suggestion: Suggestion
  isChosen: boolean
  choose: () => void
}

function Option({ index, suggestion: { kind, text, means }, isChosen, choose }: OptionProps) {
  return (
    <div
      class="option"
      id={optionId(index)}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      // Not a click: the box would lose the focus before it. A finger that scrolls the list sends none of both.
      onMouseDown={(event) => {
        event.preventDefault()
        choose()
      }}
    >
      <bdi class="suggestion-text mono truncate" dir={kind === 'key' ? 'ltr' : undefined}>
        {text}
      </bdi>
      {means !== null && <span class="suggestion-means muted truncate">{means}</span>}
    </div>
  )
}
