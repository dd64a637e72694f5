import { signal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { DIAGRAM_FRAME, DRAW_LIMIT_MS, parseDiagramMessage } from '../../diagram.ts'
import { renderedMessages } from '../../messages.ts'

type State = { is: 'source' | 'drawing' | 'slow' } | { is: 'drawn'; height: number } | { is: 'failed'; reason: string }

/**
 * The frames of a page share one process, so a drawing that hangs stops all of them. The process ends some seconds after its
 * last frame: all frames are removed for that time, and those of the other diagrams draw again.
 */
const isRestarting = signal(false)
const PROCESS_END_MS = 5_000

function restartFrames(): void {
  isRestarting.value = true
  setTimeout(() => (isRestarting.value = false), PROCESS_END_MS)
}

/** A diagram is shown as its source until the reader asks for the drawing, which a frame without our origin renders. */
export function Diagram({ locale, source }: { locale: Locale; source: HTMLElement }) {
  const t = renderedMessages(locale)
  const frame = useRef<HTMLIFrameElement>(null)
  const state = useSignal<State>({ is: 'source' })
  const limit = useRef<ReturnType<typeof setTimeout>>(undefined)
  useSignalEffect(() => {
    if (isRestarting.value) clearTimeout(limit.current)
  })

  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      if (!frame.current || event.source !== frame.current.contentWindow) return
      const answer = parseDiagramMessage(event.data)
      // The frame has an opaque origin, so `*` is the only usable target; the source is visible on the page anyway.
      if (answer?.kind === 'ready') {
        frame.current.contentWindow?.postMessage(source.textContent, '*')
        limit.current = setTimeout(() => {
          if (state.value.is !== 'drawing') return
          state.value = { is: 'slow' }
          restartFrames()
        }, DRAW_LIMIT_MS)
      }
      if (answer?.kind === 'failed') state.value = { is: 'failed', reason: answer.reason }
      if (answer?.kind !== 'drawn') return
      state.value = { is: 'drawn', height: answer.height }
      frame.current.style.blockSize = `${answer.height}px`
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])

  source.hidden = state.value.is === 'drawn'
  if (state.value.is === 'failed') return <Failure text={t.badDiagram} reason={state.value.reason} />
  return (
    <>
      {state.value.is === 'slow' && <Failure text={t.slowDiagram} />}
      {state.value.is !== 'drawn' && (
        <Button type="button" disabled={state.value.is === 'drawing'} onClick={() => (state.value = { is: 'drawing' })}>
          {state.value.is === 'drawing' ? t.drawing : t.drawDiagram}
        </Button>
      )}
      {!isRestarting.value && (state.value.is === 'drawing' || state.value.is === 'drawn') && (
        <iframe
          ref={frame}
          class={state.value.is === 'drawn' ? 'diagram-frame full' : 'diagram-frame diagram-frame-waiting full'}
          src={DIAGRAM_FRAME}
          title={t.diagram}
          sandbox="allow-scripts"
        />
      )}
      {state.value.is === 'drawn' && (
        <details class="diagram-source meta full">
          <summary>{t.diagramSource}</summary>
          <pre dir="ltr">{source.textContent}</pre>
        </details>
      )}
    </>
  )
}

function Failure({ text, reason }: { text: string; reason?: string }) {
  return (
    <p class="diagram-failed small danger" role="alert">
      {text}
      {reason && (
        <bdi class="muted mono pre" dir="ltr">
          {reason}
        </bdi>
      )}
    </p>
  )
}
