import type { Locale } from '#base/messages.ts'
import { SEARCH_STATES, STATE_NAMES } from '#base/search-query/vocabulary.ts'
import { searchHref } from '#base/search-href.ts'
import { searchMessages } from '../messages/query-language.ts'

/** What the search understands, with an example of each that can be pressed. `titleId`: absent where it is not the name of the results. */
export function SearchHelp({ locale, titleId }: { locale: Locale; titleId?: string }) {
  const t = searchMessages(locale)
  const otherStates = STATE_NAMES.filter((state) => state !== 'task').toSorted()
  const examples = [
    ['total price', t.helpWords],
    ['"total price"', t.helpPhrase],
    ['/err(or|ing)/', t.helpPattern],
    ['sym:total', t.helpSymbol],
    ['total -test', t.helpExclude],
    ['total in:notes', t.helpIn],
    ['total lang:python', t.helpLang],
    ['tag:work', t.helpTag],
    ['path:src/', t.helpPath],
    ['is:task', t.helpState(SEARCH_STATES.task.means[locale], otherStates)],
    ['after:2026-01', t.helpAfter],
    ['Total case:yes', t.helpCase],
  ] as const
  return (
    <div class="search-help">
      <h2 {...(titleId !== undefined && { id: titleId })}>{t.helpTitle}</h2>
      <p>{t.helpText}</p>
      <dl class="stack gap-2">
        {examples.map(([example, words]) => (
          <div key={example} class="grid gap-3">
            <dt>
              <a href={searchHref(example)}>
                <code dir="ltr">{example}</code>
              </a>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
