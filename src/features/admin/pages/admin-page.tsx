import { PageHead } from '#ui/components/page-head.tsx'
import { Icon } from '#ui/icons.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { uiMessages } from '#ui/messages.ts'
import { type Place, placesFor, rarePlacesFor } from '#ui/navigation.ts'
import { indexMessages } from '../messages/index-page.ts'

/** Every page of administration that is built, with a line about each. */
export function AdminPage({ frame }: { frame: Frame }) {
  const t = indexMessages(frame.locale)
  const listed = placesFor('admin').filter(({ key, section }) => section === 'admin' && key !== 'admin')
  const places = [...listed, ...rarePlacesFor('admin')]
  return (
    <Layout frame={frame} title={t.title}>
      <PageHead title={t.title} hint={t.hint} />
      <ul class="admin-places">
        {places.map((place) => (
          <PlaceRow key={place.key} frame={frame} place={place} />
        ))}
      </ul>
    </Layout>
  )
}

function PlaceRow({ frame: { locale }, place }: { frame: Frame; place: Place }) {
  const lines: Partial<Record<Place['key'], string>> = indexMessages(locale)
  return (
    <li>
      <Icon name={place.icon} />
      <div>
        <a href={place.href}>{uiMessages(locale)[place.key]}</a>
        <p>{lines[place.key]}</p>
      </div>
    </li>
  )
}
