import { Button } from './components/button.tsx'
import { Icon } from './icons.tsx'
import { uiMessages } from './messages.ts'
import { CREATE_HREF, makesFiles, type Place } from './navigation.ts'
import { PlaceBadge, PlaceLinks, type PlacesProps } from './place-links.tsx'

/** The way around on a phone: the places of every day have a seat, all others are one tap further. */
export function BottomBar({ locale, places, current }: PlacesProps) {
  const t = uiMessages(locale)
  return (
    <>
      {makesFiles(current) && (
        <nav aria-label={t.create}>
          <a class="create" href={CREATE_HREF} aria-label={t.create}>
            <Icon name="plus" />
          </a>
        </nav>
      )}
      <nav class="bottombar" aria-label={t.navigation}>
        {places
          .filter((place) => place.phone)
          .map((place) => (
            <a key={place.key} href={place.href} aria-current={place === current ? 'page' : undefined}>
              <Icon name={place.icon} />
              {t[place.key]}
              <PlaceBadge place={place} />
            </a>
          ))}
        <button type="button" data-opens="palette">
          <Icon name="search" />
          {t.searchShort}
        </button>
        <MorePlaces locale={locale} places={places.filter((place) => !place.phone)} current={current} />
      </nav>
    </>
  )
}

/** A popover of the browser's own: opens, closes by Escape or a tap beside it, and needs no script. */
function MorePlaces({ locale, places, current }: PlacesProps) {
  const t = uiMessages(locale)
  const here = current !== null && places.includes(current)
  const inSection = (section: Place['section']) => places.filter((place) => place.section === section)
  return (
    <>
      <button class="more-button" type="button" popovertarget="more-places" aria-current={here || undefined}>
        <Icon name="more" />
        {t.more}
      </button>
      <div class="more-places" id="more-places" popover="auto">
        <PlaceLinks locale={locale} places={inSection('main')} current={current} />
        <hr />
        {inSection('admin').length > 0 && (
          <>
            <PlaceLinks locale={locale} places={inSection('admin')} current={current} />
            <hr />
          </>
        )}
        <PlaceLinks locale={locale} places={inSection('account')} current={current} />
        <form method="post" action="/logout">
          <Button kind="quiet" icon="signOut">
            {t.signOut}
          </Button>
        </form>
      </div>
    </>
  )
}
