import type { Locale } from '#base/messages.ts'
import { CATEGORIES, CATEGORY_NAMES, categoryNamed } from '../../categories.ts'
import { liveMessages } from '../../messages/live.ts'
import type { Count, ListCounts } from './counts.ts'
import { type Filters, NO_FILTERS } from './filters.ts'

type Props = { filters: Filters; counts: ListCounts; locale: Locale }

/** The same filters for mouse users and for browsers without script: a popover of selects in the form. */
export function FilterMenu({ filters, counts, locale }: Props) {
  const t = liveMessages(locale)
  return (
    <>
      <button class="button button-plain filter-button" type="button" popovertarget="filter-menu">
        {t.filters}
      </button>
      <div class="float menu menu-form filter-menu" id="filter-menu" popover="auto">
        <label class="field">
          <span>{t.language}</span>
          <select class="input" name="lang">
            <option value="">{t.anyLanguage}</option>
            <Options counts={withChosen(counts.languages, filters.lang)} chosen={filters.lang} />
          </select>
        </label>
        <label class="field">
          <span>{t.category}</span>
          <CategorySelect filters={filters} counts={counts} locale={locale} />
        </label>
        {filters.repo && <input type="hidden" name="repo" value={filters.repo} />}
        {filters.folder && <input type="hidden" name="folder" value={filters.folder} />}
        {filters.sort !== NO_FILTERS.sort && <input type="hidden" name="sort" value={filters.sort} />}
        <button class="button button-primary" type="submit">
          {t.apply}
        </button>
      </div>
    </>
  )
}

function CategorySelect({ filters, counts, locale }: Props) {
  const t = liveMessages(locale)
  const isTag = filters.category !== '' && categoryNamed(filters.category) === undefined
  const tags = withChosen(counts.tags, isTag ? filters.category : '')
  const numberOf = (category: string) => counts.categories.find(({ name }) => name === category)?.n
  return (
    <select class="input" name="category">
      <option value="">{t.anyCategory}</option>
      {CATEGORY_NAMES.map((category) => (
        <option key={category} value={category} selected={category === filters.category}>
          {withNumber(CATEGORIES[category].label[locale], numberOf(category))}
        </option>
      ))}
      {tags.length > 0 && (
        <optgroup label={t.tags}>
          <Options counts={tags} chosen={filters.category} />
        </optgroup>
      )}
    </select>
  )
}

function Options({ counts, chosen }: { counts: readonly Count[]; chosen: string }) {
  return (
    <>
      {counts.map(({ name, n }) => (
        <option key={name} value={name} selected={name === chosen}>
          {withNumber(name, n)}
        </option>
      ))}
    </>
  )
}

/** Adds the selected value to the options, even when no file has it any more. */
function withChosen(counts: readonly Count[], chosen: string): readonly Count[] {
  return chosen === '' || counts.some(({ name }) => name === chosen) ? counts : [...counts, { name: chosen, n: 0 }]
}

function withNumber(label: string, n: number | undefined): string {
  return n === undefined ? label : `${label} (${n})`
}
