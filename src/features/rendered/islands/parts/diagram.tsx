import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { DIAGRAM_FRAME, parseDiagramMessage } from '../../diagram.ts'
import { renderedMessages } from '../../messages.ts'

type State = { is: 'source' } | { is: 'drawing' } | { is: 'drawn'; height: number } | { is: 'failed'; reason: string }

/** A diagram is shown as its source until the reader asks for the drawing, which a frame without our origin renders. */
export function Diagram({ locale, source }: { locale: Locale; source: HTMLElement }) {
  const t = renderedMessages(locale)
  const frame = useRef<HTMLIFrameElement>(null)
  const state = useSignal<State>({ is: 'source' })

  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      if (!frame.current || event.source !== frame.current.contentWindow) return
      const answer = parseDiagramMessage(event.data)
      // The frame has an opaque origin, so `*` is the only usable target; the source is visible on the page anyway.
      if (answer?.kind === 'ready') frame.current.contentWindow?.postMessage(source.textContent, '*')
      if (answer?.kind === 'failed') state.value = { is: 'failed', reason: answer.reason }
      if (answer?.kind !== 'drawn') return
      state.value = { is: 'drawn', height: answer.height }
      frame.current.style.blockSize = `${answer.height}px`
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])

  source.hidden = state.value.is === 'drawn'
  if (state.value.is === 'failed')
    return (
      <p class="diagram-failed" role="alert">
        {t.badDiagram}
        {state.value.reason && <bdi dir="ltr">{state.value.reason}</bdi>}
      </p>
    )
  return (
    <>
      {state.value.is !== 'drawn' && (
        <Button type="button" disabled={state.value.is === 'drawing'} onClick={() => (state.value = { is: 'drawing' })}>
          {state.value.is === 'drawing' ? t.drawing : t.drawDiagram}
        </Button>
      )}
      {state.value.is !== 'source' && (
        <iframe
          ref={frame}
          class={state.value.is === 'drawn' ? 'diagram-frame' : 'diagram-frame diagram-frame-waiting'}
          src={DIAGRAM_FRAME}
          title={t.diagram}
          sandbox="allow-scripts"
        />
      )}
      {state.value.is === 'drawn' && (
        <details class="diagram-source">
          <summary>{t.diagramSource}</summary>
          <pre dir="ltr">{source.textContent}</pre>
        </details>
      )}
    </>
  )
}
