import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { drawnNotes } from '../../body/note-budget.ts'
import { bucketMarks } from '../../browser/margin/buckets.ts'
import { lineLinks, type LinesSpot, type Page, type Spot, spotOf } from '../../browser/margin/spot.ts'
import { stackCards } from '../../browser/margin/stack.ts'
import { marginMessages } from '../../messages/notes.ts'
import type { Mode } from '../../note.ts'
import { openDesk } from '../parts/desk.ts'
import { NoteBody } from '../parts/note-body.tsx'
import { NoteCard } from '../parts/note-card.tsx'
import { Notebook } from '../parts/notebook.ts'
import { fieldsOf, type Noted } from '../parts/noted.ts'
import { listedOf, type NoteItem } from '../parts/wire.ts'
import { guessHeight, headOf } from './column-layout.ts'
import { LocationLabel } from './location-label.tsx'
import { markLabel } from './marks.ts'
import { READ_TEXT_TOP_PX } from './surface.ts'

type Props = {
  locale: Locale
  fileId: string
  notes: readonly NoteItem[]
  page: Page
  /** Positions are in a style element: the content security policy allows no style attributes. */
  styleNonce: string
}

type Placed = { noted: Noted; spot: Spot; mode: Mode; isShort: boolean; isPlain: boolean }

/** More cards are far below the first screen, and every one delays the page. */
const MAX_CARDS = 50

/** A row of code and the space above the first, for lines that the browser has not laid out yet. */
const ROW_PX = 20
const ABOVE_PX = 21

/**
 * The notes beside code as the server draws them: in place and readable before any script. The cards of the script replace them
 * (`replace-first-notes.ts`).
 */
export function FirstNotes({ locale, fileId, notes, page, styleNonce }: Props) {
  const book = new Notebook(WITHOUT_BROWSER)
  book.show(notes.map(listedOf))
  const desk = openDesk(book, locale)
  const words = marginMessages(locale)
  const placed = placeAll(book, page)
  const label = (noted: Noted, spot: Spot) => (
    <LocationLabel desk={{ surface: lineLinks, words, fileId, locationOf }} noted={noted} spot={spot} />
  )
  return (
    <div class="notes-first">
      <style nonce={styleNonce} dangerouslySetInnerHTML={{ __html: styleOf(placed) }} />
      {placed.map(({ noted, spot, mode, isShort, isPlain }, i) => (
        <div
          key={noted.key}
          class={isFree({ mode, spot }) ? 'note-free grid' : 'notes-slot'}
          data-first={i}
          data-mode={mode}
          data-lost={spot.kind === 'lost' ? '' : undefined}
        >
          <NoteCard
            desk={desk}
            noted={noted}
            isShort={isShort}
            location={
              <>
                {!isShort && <Grip label={isFree({ mode, spot }) ? desk.t.moveHandle : words.dragToLines} />}
                {label(noted, spot)}
              </>
            }
            notice={<FirstNotice locale={locale} noted={noted} spot={spot} />}
          />
          {(isShort || fieldsOf(noted).isMinimized) && <TextBelow noted={noted} isPlain={isPlain} />}
        </div>
      ))}
      {placed.length < notes.length && (
        <div class="notes-slot notes-more" data-first={placed.length}>
          <a href={`/notes?file=${fileId}`}>{words.marks(notes.length)}</a>
        </div>
      )}
      {marksOf(placed).map(({ placed: { noted, spot }, keys }) => (
        <button
          key={spot.start}
          class="note-mark"
          type="button"
          data-color={fieldsOf(noted).color}
          data-first-mark={spot.start}
          data-keys={keys.join(' ')}
          aria-label={markLabel({ words, t: desk.t }, { noted, label: lineLinks.labelOf(spot), count: keys.length })}
        >
          {keys.length > 1 ? keys.length : ''}
        </button>
      ))}
    </div>
  )
}

/** The real grip comes with the script; the header has the same shape from the start. */
function Grip({ label }: { label: string }) {
  return (
    <button class="note-grip plain-button" type="button" aria-label={label} title={label}>
      <Icon name="grip" />
    </button>
  )
}

/** The text of a card that shows its header only: without script nothing opens it, and paper shows every text. */
function TextBelow({ noted, isPlain }: Pick<Placed, 'noted' | 'isPlain'>) {
  const { content } = fieldsOf(noted)
  return (
    <div class="note-below small breaks" data-color={fieldsOf(noted).color}>
      {isPlain ? (
        <p class="note-text pre" dir="auto">
          {content}
        </p>
      ) : (
        <NoteBody content={content} />
      )}
    </div>
  )
}

/** That the lines are lost or changed. What can be done about it needs script. */
function FirstNotice({ locale, noted, spot }: { locale: Locale; noted: Noted; spot: Spot }) {
  const words = marginMessages(locale)
  const state = noted.location.value?.state
  const text = spot.kind === 'lost' ? words.lost : state === 'changed' ? words.changed : null
  return text === null ? null : <p class="note-notice tiny">{text}</p>
}

/** The server only draws: nothing here is ever called. */
const WITHOUT_BROWSER: ConstructorParameters<typeof Notebook>[0] = {
  transport: {
    list: async () => null,
    create: async () => ({ outcome: 'later' }),
    update: async () => [],
    tick: async () => ({ outcome: 'later' }),
    remove: async () => ({ outcome: 'later' }),
    restore: async () => ({ outcome: 'later' }),
  },
  saveQueue: {
    claimAbandoned: async () => [],
    onAbandoned: () => undefined,
    remove: () => undefined,
    put: () => undefined,
    drop: () => undefined,
  },
  now: () => 0,
  after: () => () => undefined,
  newKey: () => '',
}

const locationOf = ({ location }: Noted) => location.value

/** A note whose lines are lost is listed, wherever it was. */
const isFree = ({ mode, spot }: Pick<Placed, 'mode' | 'spot'>) => mode !== 'anchored' && spot.kind !== 'lost'

const ORDER = { file: 0, lines: 1, heading: 1, lost: 2 }
const startOf = (spot: Spot) => (spot.kind === 'lines' ? spot.start : 0)
const lineTop = (line: number) => ABOVE_PX + (line - 1) * ROW_PX
const headFor = (placed: readonly { spot: Spot }[]) =>
  headOf(
    READ_TEXT_TOP_PX,
    placed.some(({ spot }) => spot.kind === 'lost'),
  )

/** In the order of the column, with short cards where they are crowded. */
function placeAll(book: Notebook, page: Page): Placed[] {
  const all = book.notes.value.map((noted) => {
    const fields = fieldsOf(noted)
    return { noted, mode: fields.mode, spot: spotOf(fields, noted.location.value, page) }
  })
  const sorted = all
    .toSorted((a, b) => ORDER[a.spot.kind] - ORDER[b.spot.kind] || startOf(a.spot) - startOf(b.spot))
    .slice(0, MAX_CARDS)
  const drawn = drawnNotes(sorted.map(({ noted }) => ({ id: noted.key, content: fieldsOf(noted).content })))
  const beside = sorted.filter((each) => !isFree(each) && each.spot.kind !== 'lost')
  const head = headFor(sorted)
  const cards = stackCards(
    beside.map(({ noted, spot }) => ({
      want: spot.kind === 'lines' ? lineTop(spot.start) : head,
      height: guessHeight(noted),
      isOnFile: spot.kind === 'file',
    })),
    null,
    head,
  )
  const short = new Set(beside.flatMap(({ noted }, i) => (cards[i]?.isShort ? [noted.key] : [])))
  return sorted.map((each) => {
    const isPlain = !drawn.has(each.noted.key)
    return { ...each, isPlain, isShort: short.has(each.noted.key) || isPlain }
  })
}

type OnLines = Placed & { spot: LinesSpot }

function onLines(placed: readonly Placed[]): OnLines[] {
  return placed.flatMap(({ spot, ...rest }) =>
    spot.kind === 'lines' && rest.mode === 'anchored' ? [{ ...rest, spot }] : [],
  )
}

/** The marks beside the lines, each at its first note. */
function marksOf(placed: readonly Placed[]): { placed: OnLines; keys: readonly string[] }[] {
  const byKey = new Map(onLines(placed).map((each) => [each.noted.key, each]))
  const marks = [...byKey].map(([key, { spot }]) => ({ key, at: lineTop(spot.start) }))
  return bucketMarks(marks).flatMap(({ keys }) => {
    const first = byKey.get(keys[0] ?? '')
    return first ? [{ placed: first, keys }] : []
  })
}

/**
 * Each card is anchored to its line and to the card before it, so that they do not overlap. It holds numbers only, never text of a note.
 */
function styleOf(placed: readonly Placed[]): string {
  const lines = new Set(onLines(placed).map(({ spot }) => spot.start))
  const head = headFor(placed)
  const beside = placed.flatMap((each, i) => (isFree(each) ? [] : [{ ...each, i }]))
  const cards = beside.map(({ spot, isShort, i }, at) => {
    const own = spot.kind === 'lines' ? `,anchor(--line-${spot.start} top,${lineTop(spot.start)}px)` : ''
    const before = beside[at - 1]
    const below = before ? `,anchor(--card-${before.i} bottom) + ${before.isShort && isShort ? 2 : 8}px` : ''
    return `[data-first="${i}"]{anchor-name:--card-${i};inset-block-start:max(${head}px${own}${below})}`
  })
  const last = beside.at(-1)
  const more = last
    ? `[data-first="${placed.length}"]{inset-block-start:calc(anchor(--card-${last.i} bottom) + 8px)}`
    : ''
  const free = placed.flatMap(({ noted, mode, spot }, i) => {
    if (!isFree({ mode, spot })) return []
    const { position, size, isMinimized } = fieldsOf(noted)
    const height = isMinimized ? 'auto' : `${size.height}px`
    return [
      `[data-first="${i}"]{left:min(${position.x}px,calc(100% - 80px));top:${position.y}px;width:${size.width}px;height:${height}}`,
    ]
  })
  return [
    ...Array.from(lines, (line) => `#L${line}{anchor-name:--line-${line}}`),
    ...marksOf(placed).map(({ placed: { spot } }) => {
      const line = `anchor(--line-${spot.start}`
      return `[data-first-mark="${spot.start}"]{left:calc(${line} left) + var(--mark-at));top:calc(${line} top) + 2px)}`
    }),
    ...cards,
    more,
    // On a phone and on paper they follow the others.
    `@media screen and (width >= 640px){${free.join('')}}`,
  ].join('')
}
