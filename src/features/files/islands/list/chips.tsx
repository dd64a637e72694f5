import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { liveMessages } from '../../messages/live.ts'
import { chipsOf, type Filters, filesHref, without } from './filters.ts'

/** Each chip links to the same list without its filter. Always left to right, as qualifiers are typed. */
export function Chips({ filters, locale }: { filters: Filters; locale: Locale }) {
  const chips = chipsOf(filters)
  if (chips.length === 0) return null
  return (
    <ul class="filter-chips wraps shrinks gap-1">
      {chips.map(({ key, text }) => (
        <li key={key}>
          <a
            class="filter-chip hovers small-icons gap-1 small breaks mono inline-row"
            dir="ltr"
            href={filesHref(without(filters, key))}
            aria-label={liveMessages(locale).removeFilter(text)}
          >
            <bdi>{text}</bdi>
            <Icon name="close" />
          </a>
        </li>
      ))}
    </ul>
  )
}
