import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Icon } from '#ui/icons.tsx'
import { welcomeMessages } from '../../messages.ts'
import { positionCard, type Stop, STOPS } from '../../tour.ts'

/** The target of a stop: a phone has other bars than a desktop. */
function targetOf({ at }: Stop): HTMLElement | undefined {
  return at
    .map((selector) => document.querySelector<HTMLElement>(selector))
    .find((each): each is HTMLElement => each?.checkVisibility() === true)
}

/** A phone has no keys. */
function wordsOf({ key }: Stop) {
  if (!window.matchMedia('(pointer: coarse)').matches) return key
  return key === 'note' ? 'noteTouch' : key === 'search' ? 'searchTouch' : key
}

type Props = { locale: Locale; onEnd: () => void }

/** Highlights elements one after the other. Escape, the close button and a click outside end it. */
export function Tour({ locale, onEnd }: Props) {
  const t = welcomeMessages(locale)
  const card = useRef<HTMLDivElement>(null)
  const at = useSignal(0)
  // Only stops whose target is on this page.
  const stops = useRef<Stop[]>([])
  if (stops.current.length === 0) stops.current = STOPS.filter((each) => targetOf(each))
  const stop = stops.current[at.value]
  /** While the user writes the note of the first stop, the card is out of the way. */
  const isWriting = useSignal(false)
  /** After the note the focus stays where the user has put it. */
  const takesFocus = useRef(true)
  const isAtNote = () => stops.current[at.peek()]?.key === 'note'

  useLayoutEffect(() => {
    // Searched again: the notes arrive after the tour has begun.
    const element = stop && targetOf(stop)
    return element && card.current ? point(element, card.current, takesFocus.current) : undefined
  }, [stop])
  // Before the card is painted: a key pressed right after that must find its listener.
  useLayoutEffect(() => {
    const begun = () => (isWriting.value = isAtNote())
    const ended = () => {
      if (!isWriting.peek()) return
      isWriting.value = false
      takesFocus.current = false
      at.value += 1
    }
    return listen({ card, isTrying: isAtNote, begun, ended, onEnd })
  }, [])
  if (!stop) return null

  const key = wordsOf(stop)
  const total = stops.current.length
  const go = (steps: number) => {
    takesFocus.current = true
    at.value += steps
  }
  return (
    <div
      ref={card}
      class="float tour stack gap-2 pad-4"
      hidden={isWriting.value}
      role="dialog"
      aria-labelledby="tour-title"
      aria-describedby="tour-text"
      tabIndex={-1}
    >
      <button class="icon-button tour-leave" type="button" aria-label={t.leave} title={t.leave} onClick={onEnd}>
        <Icon name="close" />
      </button>
      <p class="meta">{t.step(at.value + 1, total)}</p>
      <h2 id="tour-title">{t[key]}</h2>
      <p id="tour-text">{t[`${key}Text`]}</p>
      <Steps locale={locale} at={at.value} total={total} go={go} onEnd={onEnd} />
    </div>
  )
}

type StepsProps = Props & { at: number; total: number; go: (steps: number) => void }

function Steps({ locale, at, total, go, onEnd }: StepsProps) {
  const t = welcomeMessages(locale)
  const isLast = at === total - 1
  return (
    <div class="actions">
      <Button kind="primary" type="button" onClick={() => (isLast ? onEnd() : go(1))}>
        {isLast ? t.done : t.next}
      </Button>
      {at > 0 && (
        <Button kind="quiet" type="button" onClick={() => go(-1)}>
          {t.back}
        </Button>
      )}
    </div>
  )
}

type Listening = {
  card: RefObject<HTMLElement | null>
  /** While the user tries to write a note, clicks on the page do not end the tour. */
  isTrying: () => boolean
  /** The text box of a note got the focus, or lost it. */
  begun: () => void
  ended: () => void
  onEnd: () => void
}

function listen({ card, isTrying, begun, ended, onEnd }: Listening): () => void {
  const closing = new AbortController()
  const { signal } = closing
  document.addEventListener('keydown', ({ key, target }) => key === 'Escape' && !isField(target) && onEnd(), { signal })
  document.addEventListener('focusin', ({ target }) => isField(target) && begun(), { signal })
  const left = ({ target, relatedTarget }: FocusEvent) => isField(target) && !isField(relatedTarget) && ended()
  document.addEventListener('focusout', left, { signal })
  const leave = ({ target }: PointerEvent) => {
    const kept = [card.current, isTrying() ? document.querySelector('main') : null]
    if (target instanceof Node && !kept.some((each) => each?.contains(target))) onEnd()
  }
  document.addEventListener('pointerdown', leave, { signal })
  return () => closing.abort()
}

/** The text box of a note: Escape there closes the note and not the tour. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement
}

/** Positions the card beside an element and highlights it; returns the cleanup function. */
function point(element: HTMLElement, card: HTMLElement, takesFocus: boolean): () => void {
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  element.classList.add('tour-target')
  const reposition = () => {
    const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
    const size = { width: card.offsetWidth, height: card.offsetHeight }
    const { top, left } = positionCard(element.getBoundingClientRect(), size, view)
    card.style.insetBlockStart = `${top}px`
    card.style.translate = `${left}px`
  }
  reposition()
  if (takesFocus) card.focus()
  window.addEventListener('resize', reposition)
  return () => {
    element.classList.remove('tour-target')
    window.removeEventListener('resize', reposition)
  }
}
