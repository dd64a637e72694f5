import type { ComponentChildren } from 'preact'
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { announce } from '#browser/announce.ts'
import { call } from '#browser/api.ts'
import { navigateTo } from '#browser/navigate.ts'
import { toast } from '#browser/toast.ts'
import { type LinesSpot, lineLabel, type Spot } from '../../browser/margin/spot.ts'
import { NO_ANCHOR } from '../../browser/saving/fields.ts'
import { fieldsOf, type Noted } from '../parts/noted.ts'
import type { MarginDesk } from './margin-desk.ts'
import { MoveOfferLine } from './move-offer.tsx'
import { acceptMoved } from './moved-notes.tsx'
import { PlaceLine } from './place-line.tsx'
import { NotePlaces } from './places.tsx'

type Props = { desk: MarginDesk; noted: Noted; spot: Spot }

/**
 * Explains that the anchored lines changed or are lost, and in a review also that they moved. Nothing is written until the user presses
 * a button.
 */
export function AnchorNotice(props: Props) {
  const { desk, noted } = props
  return (
    <>
      <StateNotice {...props} />
      {desk.showingPlaces.value === noted.key && <NotePlaces desk={desk} noted={noted} />}
    </>
  )
}

function StateNotice(props: Props) {
  const { desk, noted, spot } = props
  const state = desk.locationOf(noted)?.state
  if (desk.reattaching.value === noted.key) return <Reattach {...props} />
  if (spot.kind === 'lost') return <Lost {...props} />
  if (state === 'moved' && spot.kind === 'lines')
    return desk.isReviewing.value ? <Moved {...props} spot={spot} /> : null
  if (state === 'unknown') return <Unknown {...props} />
  return state === 'changed' ? <Changed {...props} /> : null
}

function Box({ children }: { children: ComponentChildren }) {
  return <div class="note-notice stack gap-1 tiny">{children}</div>
}

/** What happened to the code, in which commit or version, or without that the words for the state. */
function Evidence({ desk: { locale, fileId }, noted, children }: Props & { children?: ComponentChildren }) {
  const evidence = noted.location.value?.evidence
  if (!evidence) return children === undefined ? null : <p>{children}</p>
  return (
    <p>
      <PlaceLine locale={locale} fileId={fileId} place={evidence} />
    </p>
  )
}

function Act({ run, children }: { run: () => void; children: ComponentChildren }) {
  return (
    <button class="note-button tiny medium" type="button" onClick={run}>
      {children}
    </button>
  )
}

function Moved(props: Props & { spot: LinesSpot }) {
  const { desk, noted, spot } = props
  const { words } = desk
  const { lineStart, lineEnd } = fieldsOf(noted)
  const was = lineStart ?? spot.start
  const wasPath = noted.location.value?.wasPath
  const moveBack = () => {
    if (wasPath !== undefined) return void moveToFile(desk, noted, wasPath)
    desk.attach(noted.key, { kind: 'lines', start: was, end: lineEnd ?? was })
  }
  return (
    <Box>
      <p>
        {words.moved} {words.was} {wasPath !== undefined && <bdi dir="ltr">{wasPath} </bdi>}
        <bdi dir="ltr">{lineLabel(was, lineEnd ?? was)}</bdi>, {words.now}{' '}
        <bdi dir="ltr">{lineLabel(spot.start, spot.end)}</bdi>
      </p>
      <Evidence {...props} />
      <div class="wraps gap-1">
        <Act run={() => acceptMoved(desk, [{ noted, spot }])}>{words.keepHere}</Act>
        <Act run={moveBack}>{words.undoMove}</Act>
      </div>
    </Box>
  )
}

/** The note stays on its stored lines, and the next load of the page follows it again. */
function Unknown({ desk }: Props) {
  return (
    <Box>
      <p>{desk.words.unknownLines}</p>
    </Box>
  )
}

function Changed(props: Props) {
  const { desk, noted, spot } = props
  const { words, surface } = desk
  const { anchorText } = fieldsOf(noted)
  return (
    <Box>
      <Evidence {...props}>{words.changed}</Evidence>
      {anchorText !== null && (
        <pre class="note-quote pre">
          <del aria-label={words.oldText}>{anchorText}</del>
        </pre>
      )}
      <pre class="note-quote pre">
        <ins class="plain" aria-label={words.newText}>
          {surface.textOf(spot)}
        </ins>
      </pre>
      <div class="wraps gap-1">
        <Act run={() => desk.attach(noted.key, spot)}>{words.stillFits}</Act>
        <Act run={() => startReattaching(desk, noted.key)}>{words.reattach}</Act>
      </div>
    </Box>
  )
}

function Lost(props: Props) {
  const { desk, noted } = props
  const { book, words } = desk
  const { lineStart, lineEnd, anchorText } = fieldsOf(noted)
  const offer = noted.location.value?.offer
  return (
    <Box>
      <p>{words.lost}</p>
      <Evidence {...props} />
      {offer && <MoveOfferLine desk={desk} noted={noted} offer={offer} />}
      {lineStart !== null && (
        <p>
          {words.lastKnownLines} <bdi dir="ltr">{lineLabel(lineStart, lineEnd ?? lineStart)}</bdi>
        </p>
      )}
      {anchorText !== null && (
        <pre class="note-quote pre" aria-label={words.lostText}>
          {anchorText}
        </pre>
      )}
      <div class="wraps gap-1">
        <Act run={() => startReattaching(desk, noted.key)}>{words.reattach}</Act>
        <Act run={() => book.change(noted.key, NO_ANCHOR)}>{words.keepForFile}</Act>
      </div>
    </Box>
  )
}

/** Incremented when the selection in the text may have changed. */
const choices = signal(0)

function Reattach({ desk, noted }: Props) {
  const { words, surface, reattaching } = desk
  useEffect(() => {
    const look = () => requestAnimationFrame(() => (choices.value += 1))
    const events = ['pointerup', 'keyup', 'click'] as const
    for (const name of events) document.addEventListener(name, look)
    return () => events.forEach((name) => document.removeEventListener(name, look))
  }, [])
  const chosen = choices.value >= 0 ? surface.chosen() : null
  const attach = () => {
    if (chosen) desk.attach(noted.key, chosen.spot)
    reattaching.value = null
    announce(words.reattached)
  }
  return (
    <Box>
      <p>{surface.page.kind === 'code' ? words.reattachLines : words.reattachHeading}</p>
      <div class="wraps gap-1">
        {chosen && <Act run={attach}>{words.reattachHere(chosen.label)}</Act>}
        <Act run={() => (reattaching.value = null)}>{desk.t.cancel}</Act>
      </div>
    </Box>
  )
}

/** The user selects new lines for the note next. */
export function startReattaching({ reattaching, surface, words }: MarginDesk, key: string): void {
  reattaching.value = key
  announce(surface.page.kind === 'code' ? words.reattachLines : words.reattachHeading)
}

/** Attaches a note to the same lines of another file of its repository, and opens that file. */
async function moveToFile({ words }: MarginDesk, noted: Noted, path: string): Promise<void> {
  const { id } = noted.entry.value
  const { lineStart, lineEnd } = fieldsOf(noted)
  if (id === null) return
  const body = { repo_path: path, line_start: lineStart, line_end: lineEnd }
  const answer = await call('POST', `/api/sticky-notes/note/${id}/reattach`, { body })
  if (answer.outcome === 'done') navigateTo(`/note/${id}`)
  else toast({ kind: 'error', text: answer.outcome === 'refused' ? answer.refusal.message : words.failedMoveBack })
}
