import type { Locale } from '#base/messages.ts'
import { Icon } from './icons.tsx'
import { uiMessages } from './messages.ts'
import type { Place } from './navigation.ts'

export type PlacesProps = { locale: Locale; places: readonly Place[]; current: Place | null }

export function PlaceLinks({ locale, places, current }: PlacesProps) {
  const t = uiMessages(locale)
  return places.map((place) => (
    <a
      key={place.key}
      class="place"
      href={place.href}
      title={t[place.key]}
      aria-current={place === current ? 'page' : undefined}
    >
      <Icon name={place.icon} />
      <span>{t[place.key]}</span>
      <PlaceBadge place={place} />
    </a>
  ))
}

/** How many wait there; script fills it in. */
export function PlaceBadge({ place }: { place: Place }) {
  return place.key === 'reminders' ? <b class="badge" data-badge="reminders" hidden /> : null
}
