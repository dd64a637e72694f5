import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '#browser/api.ts'
import { lineLabel } from '../../browser/margin/spot.ts'
import { placeMessages } from '../../messages/places.ts'
import type { Place } from '#features/following/place.ts'
import type { PlaceItem } from '../../schema/places.ts'
import type { Noted } from '../parts/noted.ts'
import { placeOf } from '../parts/wire.ts'
import type { MarginDesk } from './margin-desk.ts'
import { PlaceLine } from './place-line.tsx'

type Places = { state: 'loading' } | { state: 'failed' } | { state: 'loaded'; places: Place[] }

/** Every place that a note had, the newest first. */
export function NotePlaces({ desk, noted }: { desk: MarginDesk; noted: Noted }) {
  const { locale, words } = desk
  const t = placeMessages(locale)
  const shown = useSignal<Places>({ state: 'loading' })
  const { id } = noted.entry.value
  const load = async () => {
    const answer = await call<{ places: PlaceItem[] }>('GET', `/api/sticky-notes/note/${id ?? ''}/places`)
    shown.value =
      answer.outcome === 'done'
        ? { state: 'loaded', places: answer.data.places.map(placeOf).toReversed() }
        : { state: 'failed' }
  }
  useEffect(() => void load(), [id])
  return (
    <section class="note-notice note-places stack gap-1 tiny" aria-label={t.places}>
      <p class="strong">{t.places}</p>
      <PlaceList desk={desk} shown={shown.value} />
      <div class="wraps gap-1">
        {shown.value.state === 'failed' && (
          <button class="note-button tiny medium" type="button" onClick={() => void load()}>
            {words.retry}
          </button>
        )}
        <button class="note-button tiny medium" type="button" onClick={() => (desk.showingPlaces.value = null)}>
          {words.close}
        </button>
      </div>
    </section>
  )
}

function PlaceList({ desk: { locale, fileId }, shown }: { desk: MarginDesk; shown: Places }) {
  const t = placeMessages(locale)
  if (shown.state === 'loading') return <p>{t.loading}</p>
  if (shown.state === 'failed') return <p role="alert">{t.failed}</p>
  if (shown.places.length === 0) return <p>{t.noPlaces}</p>
  return (
    <ol class="stack gap-1">
      {shown.places.map((place, i) => (
        <li key={shown.places.length - i}>
          <PlaceLine locale={locale} fileId={fileId} place={place} />
          {place.start !== null && (
            <>
              {' '}
              <bdi dir="ltr">{lineLabel(place.start, place.end ?? place.start)}</bdi>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}
