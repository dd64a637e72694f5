import { useMemo } from 'preact/hooks'
import { beyond } from '../../browser/margin/buckets.ts'
import { Icon } from '#ui/icons.tsx'
import { columnLayout } from './column-layout.ts'
import { goTo } from './go.ts'
import type { MarginDesk } from './margin-desk.ts'
import { PlacedCard } from './placed-card.tsx'

/** The column of cards beside the text on wide screens, each level with its line. */
export function Column({ desk }: { desk: MarginDesk }) {
  const layout = useMemo(() => columnLayout(desk), [])
  const { from, to } = desk.view.value
  const out = beyond(desk.marks.value, from, to)
  const tab = desk.lost.value.length > 0 ? desk.tab.value : 'placed'
  return (
    <>
      {desk.lost.value.length > 0 && <Tabs desk={desk} />}
      <Jump desk={desk} marks={out.above} side="above" />
      {tab === 'lost' && (
        <div class="notes-lost">
          {desk.lost.value.map((placed) => (
            <PlacedCard key={placed.noted.key} desk={desk} placed={placed} />
          ))}
        </div>
      )}
      <div class="notes-stack" hidden={tab === 'lost'}>
        {layout.inView.value.map(({ placed, top }) => (
          <div
            key={placed.noted.key}
            class={placed.noted.key === desk.selected.value ? 'notes-slot notes-slot-chosen' : 'notes-slot'}
            ref={layout.measure(placed.noted.key)}
            style={{ translate: `0 ${top}px` }}
          >
            <PlacedCard desk={desk} placed={placed} />
          </div>
        ))}
      </div>
      <div style={{ minBlockSize: `${layout.height.value}px` }} />
      <Jump desk={desk} marks={out.below} side="below" />
    </>
  )
}

/** Only when there are lost notes. */
function Tabs({ desk: { words, tab, lost } }: { desk: MarginDesk }) {
  return (
    <div class="segmented notes-tabs" role="group" aria-label={words.column}>
      {(['placed', 'lost'] as const).map((id) => (
        <button key={id} type="button" aria-pressed={tab.value === id} onClick={() => (tab.value = id)}>
          {id === 'placed' ? words.placedTab : words.lostShort(lost.value.length)}
        </button>
      ))}
    </div>
  )
}

type JumpProps = { desk: MarginDesk; marks: readonly { key: string }[]; side: 'above' | 'below' }

/** A button with the number of notes out of view that goes to the nearest one. */
function Jump({ desk, marks, side }: JumpProps) {
  const [nearest] = marks
  if (!nearest) return null
  return (
    <button class={`notes-jump notes-jump-${side}`} type="button" onClick={() => goTo(desk, nearest.key)}>
      <Icon name={side === 'above' ? 'up' : 'down'} />
      {desk.words[side](marks.length)}
    </button>
  )
}
