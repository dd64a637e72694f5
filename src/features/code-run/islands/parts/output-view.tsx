import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { RUN_LIMITS } from '../../limits.ts'
import { runMessages } from '../../messages.ts'
import { linkLines, wantsInput } from '../../traceback.ts'
import type { Phase, OutputPiece } from './session.ts'
import { type Line, secondsOf, type Tone } from './words.ts'

type Props = {
  locale: Locale
  phase: Phase
  line: Line | null
  output: readonly OutputPiece[]
  reveal: (line: number) => void
  retry: () => void
  openInput: () => void
}

/** Shows both streams in order of arrival with distinct styles; program lines in a traceback link into the editor. */
export function OutputView({ locale, phase, line, output, reveal, retry, openInput }: Props) {
  const t = runMessages(locale)
  const outcome = phase.is === 'done' ? phase.outcome : null
  const errors = output.flatMap(({ stream, text }) => (stream === 'stderr' ? [text] : [])).join('')
  return (
    <>
      <div
        class="run-status mid-icons hides-empty cluster small medium gap-2"
        role="status"
        data-tone={line?.tone ?? 'quiet'}
      >
        {line && (
          <>
            <StatusIcon tone={line.tone} />
            <span dir="auto">{line.words}</span>
            {outcome?.kind === 'ended' && (
              <bdi class="muted regular numbers">{t.tookMs(secondsOf(outcome.executionMs))}</bdi>
            )}
            {outcome?.kind === 'refused' && (
              <button class="button button-quiet" type="button" onClick={retry}>
                {t.retry}
              </button>
            )}
          </>
        )}
      </div>
      {phase.is === 'downloading' && (
        <progress class="full" max={phase.total} value={phase.loaded} aria-label={line?.words} />
      )}
      {output.length > 0 && (
        <pre class="run-output small breaks mono pad-3 pre" dir="ltr" tabIndex={0} aria-label={t.output}>
          {output.map((piece, index) => (
            <Piece key={index} piece={piece} words={t} reveal={reveal} />
          ))}
        </pre>
      )}
      {outcome?.kind === 'ended' && wantsInput(errors) && (
        <p class="cluster gap-1-2 small">
          <span>{t.wantsInput}</span>
          <button class="button needs-script" type="button" onClick={openInput}>
            {t.openInput}
          </button>
        </p>
      )}
      {output.length === 0 && <p class="meta">{outcome?.kind === 'ended' ? t.emptyOutput : t.noOutput}</p>}
      {outcome?.kind === 'ended' && outcome.droppedBytes > 0 && (
        <p class="meta">
          {t.cut(String(RUN_LIMITS.maxOutputBytes / 1024), String(Math.ceil(outcome.droppedBytes / 1024)))}
        </p>
      )}
    </>
  )
}

function StatusIcon({ tone }: { tone: Tone }) {
  if (tone === 'busy') return <span class="run-busy" aria-hidden="true" />
  return <Icon name={tone === 'quiet' ? 'stop' : tone} />
}

type PieceProps = { piece: OutputPiece; words: ReturnType<typeof runMessages>; reveal: (line: number) => void }

function Piece({ piece, words, reveal }: PieceProps) {
  if (piece.stream === 'stdout') return <span>{piece.text}</span>
  return (
    <span class="danger">
      {linkLines(piece.text).map(({ text, line }, index) =>
        line === null ? (
          text
        ) : (
          <button
            key={index}
            class="run-line plain-button"
            type="button"
            title={words.goToLine(line)}
            onClick={() => reveal(line)}
          >
            {text}
          </button>
        ),
      )}
    </span>
  )
}
