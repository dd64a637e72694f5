import type { ComponentChildren } from 'preact'
import { Icon } from '#ui/icons.tsx'
import { placeMessages } from '../../messages/places.ts'
import { NoteCard } from '../parts/note-card.tsx'
import { menuId } from '../parts/note-menu.tsx'
import { fieldsOf } from '../parts/noted.ts'
import { AnchorNotice, startReattaching } from './anchor-notice.tsx'
import type { MarginDesk, Placed } from './margin-desk.ts'
import { LocationLabel } from './location-label.tsx'
import { WatchItem } from './watch-item.tsx'

type Props = { desk: MarginDesk; placed: Placed; isShort?: boolean; grip?: ComponentChildren }

export function PlacedCard({ desk, placed: { noted, spot }, isShort = false, grip }: Props) {
  return (
    <NoteCard
      desk={desk}
      noted={noted}
      isShort={isShort}
      location={
        <>
          {grip}
          <LocationLabel desk={desk} noted={noted} spot={spot} />
        </>
      }
      notice={<AnchorNotice desk={desk} noted={noted} spot={spot} />}
      menu={
        <>
          <WatchItem desk={desk} noted={noted} />
          <button
            class="option"
            type="button"
            popovertarget={menuId(noted)}
            popovertargetaction="hide"
            onClick={() => startReattaching(desk, noted.key)}
          >
            <Icon name="forward" />
            {desk.words.reattach}
          </button>
          {noted.entry.value.id !== null && fieldsOf(noted).anchorId === null && (
            <button
              class="option"
              type="button"
              popovertarget={menuId(noted)}
              popovertargetaction="hide"
              onClick={() => (desk.showingPlaces.value = noted.key)}
            >
              <Icon name="history" />
              {placeMessages(desk.locale).places}
            </button>
          )}
        </>
      }
    />
  )
}
