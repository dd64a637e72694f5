import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Icon } from '#ui/icons.tsx'
import { welcomeMessages } from '../../messages.ts'
import { positionCard, type Stop, STOPS } from '../../tour.ts'

type Seen = Stop & { element: HTMLElement }

/** Only stops whose target is visible: a phone has other bars than a desktop. */
function stopsHere(): Seen[] {
  return STOPS.flatMap((stop) => {
    const element = stop.at
      .map((selector) => document.querySelector<HTMLElement>(selector))
      .find((each) => each?.checkVisibility())
    return element ? [{ ...stop, element }] : []
  })
}

/** Highlights elements one after the other. Escape, the close button and a click outside end it. */
export function Tour({ locale, onEnd }: { locale: Locale; onEnd: () => void }) {
  const t = welcomeMessages(locale)
  const card = useRef<HTMLDivElement>(null)
  const at = useSignal(0)
  const stops = useRef<Seen[]>([])
  if (stops.current.length === 0) stops.current = stopsHere()
  const stop = stops.current[at.value]

  useLayoutEffect(() => (stop && card.current ? point(stop.element, card.current) : undefined), [stop])
  useEffect(() => {
    const leave = (event: KeyboardEvent | PointerEvent) => {
      const isOutside = event.target instanceof Node && !card.current?.contains(event.target)
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : isOutside) onEnd()
    }
    document.addEventListener('keydown', leave)
    document.addEventListener('pointerdown', leave)
    return () => {
      document.removeEventListener('keydown', leave)
      document.removeEventListener('pointerdown', leave)
    }
  }, [])
  if (!stop) return null

  const total = stops.current.length
  const isLast = at.value === total - 1
  return (
    <div ref={card} class="tour" role="dialog" aria-labelledby="tour-title" aria-describedby="tour-text" tabIndex={-1}>
      <button class="icon-button tour-leave" type="button" aria-label={t.leave} title={t.leave} onClick={onEnd}>
        <Icon name="close" />
      </button>
      <p class="tour-step">{t.step(at.value + 1, total)}</p>
      <h2 id="tour-title">{t[stop.key]}</h2>
      <p id="tour-text">{t[`${stop.key}Text`]}</p>
      <div class="actions">
        <Button kind="primary" type="button" onClick={() => (isLast ? onEnd() : (at.value += 1))}>
          {isLast ? t.done : t.next}
        </Button>
        {at.value > 0 && (
          <Button kind="quiet" type="button" onClick={() => (at.value -= 1)}>
            {t.back}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Positions the card beside an element and highlights it; returns the cleanup function. */
function point(element: HTMLElement, card: HTMLElement): () => void {
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
  card.focus()
  window.addEventListener('resize', reposition)
  return () => {
    element.classList.remove('tour-target')
    window.removeEventListener('resize', reposition)
  }
}
