import { NoteCard } from '../parts/note-card.tsx'
import { AnchorNotice } from './anchor-notice.tsx'
import type { MarginDesk, Placed } from './margin-desk.ts'
import { LocationLabel } from './location-label.tsx'

export function PlacedCard({ desk, placed: { noted, spot } }: { desk: MarginDesk; placed: Placed }) {
  return (
    <NoteCard
      desk={desk}
      noted={noted}
      location={<LocationLabel desk={desk} noted={noted} spot={spot} />}
      notice={<AnchorNotice desk={desk} noted={noted} spot={spot} />}
    />
  )
}
