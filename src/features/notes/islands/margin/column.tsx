import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { beyond } from '../../browser/margin/buckets.ts'
import { Icon } from '#ui/icons.tsx'
import { type ColumnLayout, columnLayout, type Laid } from './column-layout.ts'
import { DockGrip } from './dock-grip.tsx'
import { goTo } from './go.ts'
import type { MarginDesk } from './margin-desk.ts'
import { PlacedCard } from './placed-card.tsx'

/** The column of cards beside the text on wide screens, each level with its line. */
export function Column({ desk }: { desk: MarginDesk }) {
  const layout = useMemo(() => columnLayout(desk), [])
  const { from, to } = desk.view.value
  const out = beyond(layout.tops.value, Math.max(from, layout.head.value), to)
  const tab = desk.lost.value.length > 0 ? desk.tab.value : 'placed'
  return (
    <>
      {desk.lost.value.length > 0 && <Tabs desk={desk} />}
      <Jump desk={desk} marks={out.above} side="above" />
      {tab === 'lost' && (
        <div class="stack above-2 gap-2">
          {desk.lost.value.map((placed) => (
            <PlacedCard key={placed.noted.key} desk={desk} placed={placed} />
          ))}
        </div>
      )}
      <div class="notes-stack" hidden={tab === 'lost'}>
        {layout.inView.value.map((laid) => (
          <Slot key={laid.placed.noted.key} desk={desk} laid={laid} layout={layout} />
        ))}
      </div>
      <div style={{ minBlockSize: `${layout.height.value}px` }} />
      <Jump desk={desk} marks={out.below} side="below" />
    </>
  )
}

const HOVER_MS = 150

type SlotProps = { desk: MarginDesk; laid: Laid; layout: ColumnLayout }

/** A card at its offset. A short card opens over its neighbours while the pointer rests on it; with the focus it is chosen. */
function Slot({ desk, laid: { placed, top, isShort }, layout }: SlotProps) {
  const { key } = placed.noted
  const isHovered = useSignal(false)
  const timer = useRef(0)
  const rest = (hovers: boolean) => {
    clearTimeout(timer.current)
    // Without a delay, every card would open under a pointer that only passes.
    if (hovers) timer.current = window.setTimeout(() => (isHovered.value = true), HOVER_MS)
    else isHovered.value = false
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const isClosed = isShort && !isHovered.value
  const classes = ['notes-slot']
  if (key === desk.selected.value) classes.push('notes-slot-chosen')
  if (isShort && isHovered.value) classes.push('notes-slot-hovered')
  return (
    <div
      class={classes.join(' ')}
      ref={layout.measure(key)}
      style={{ translate: `0 ${top}px` }}
      onPointerEnter={({ pointerType }) => rest(pointerType === 'mouse')}
      onPointerLeave={() => rest(false)}
    >
      <PlacedCard
        desk={desk}
        placed={placed}
        isShort={isClosed}
        grip={!isClosed && <DockGrip desk={desk} placed={placed} />}
      />
    </div>
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
    <button
      class={`notes-jump hovers small-icons row gap-1 tiny notes-jump-${side}`}
      type="button"
      onClick={() => goTo(desk, nearest.key)}
    >
      <Icon name={side === 'above' ? 'up' : 'down'} />
      {desk.words[side](marks.length)}
    </button>
  )
}
