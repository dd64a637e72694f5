import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { liveMessages } from '../messages/live.ts'
import { BoxInput } from './list/box-input.tsx'
import { boxKeys } from './list/box-keys.ts'
import { Chips } from './list/chips.tsx'
import type { ListCounts } from './list/counts.ts'
import { Facets } from './list/facets.tsx'
import { FilterMenu } from './list/filter-menu.tsx'
import { type Filters, filesHref, filtersFrom, readText, type Typed, withQualifier } from './list/filters.ts'
import { here } from './list/here.ts'
import { visit } from './list/pages.ts'
import { spellingIn, suggestionsFor } from './list/suggest.ts'
import { Suggestions } from './list/suggestions.tsx'

type Props = { locale: Locale; filters: Filters; counts: ListCounts }

/** Free text and qualifiers. Without script it is a form with a menu; the URL always holds the current filters. */
function FilterBox({ locale, filters: asked, counts }: Props) {
  const t = liveMessages(locale)
  const filters = here.value ?? asked
  const input = useRef<HTMLInputElement>(null)
  const typed = useSignal<Typed | null>(null)
  const at = useSignal(0)
  const offered = typed.value ? suggestionsFor(typed.value, counts) : []

  /** The value that script last wrote; any other value was typed by the user. */
  const put = useRef(asked.q)
  const write = (text: string) => {
    if (input.current) input.current.value = text
    put.current = text
  }
  // Another list may replace the filters, but must not overwrite text that the user typed while it was loading.
  useEffect(() => {
    if (here.value && input.current?.value === put.current) write(here.value.q)
  }, [here.value])

  const show = (next: Filters) => {
    typed.value = null
    write(next.q)
    void visit(filesHref(next))
  }
  const choose = (what: Typed, value: string) =>
    show(withQualifier({ ...filters, q: what.before }, what.qualifier, value))
  const submit = (form: HTMLFormElement) => {
    document.getElementById('filter-menu')?.hidePopover()
    const fields = filtersFrom(textFields(new FormData(form)))
    show(readText(fields.q, fields, spellingIn(counts)))
  }
  const onKey = boxKeys({ typed, at, offered, filters, choose, show })

  return (
    <div class="filter below-3">
      <form
        class="flex items-top gap-2"
        method="get"
        action="/files"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
      >
        <div class="search-box filter-box grow shrinks anchor">
          <button class="icon-button" type="submit" aria-label={t.search} title={t.search}>
            <Icon name="search" />
          </button>
          <Chips filters={filters} locale={locale} />
          <BoxInput initial={asked.q} offered={offered.length} {...{ input, filters, typed, at, onKey, locale }} />
          <Suggestions typed={typed.value} offered={offered} at={at.value} choose={choose} locale={locale} />
        </div>
        <FilterMenu filters={filters} counts={counts} locale={locale} />
      </form>
      {filters.q !== '' && <Facets filters={filters} locale={locale} />}
    </div>
  )
}

function textFields(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].filter((field): field is [string, string] => typeof field[1] === 'string'))
}

export const island = FilterBox
