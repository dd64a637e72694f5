import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { relativeTime } from '#base/relative-time.ts'
import { moveInMessages } from '../../messages/page.ts'
import { sourceNames } from '../../messages/sources.ts'
import { isRunning } from '../../move.ts'
import type { MovesReply } from '../../schema.ts'
import { isSource } from '../../source.ts'

type Move = MovesReply['moves'][number]
type Props = {
  locale: Locale
  now: string
  moves: readonly Move[]
  isBusy: boolean
  onUndo: (id: string) => void
}

/** The last moves, each with its undo. A form for each, so that it works without script. */
export function Moves({ locale, now, moves, isBusy, onUndo }: Props) {
  const t = moveInMessages(locale)
  if (moves.length === 0) return null
  return (
    <section class="card" aria-labelledby="moves-title">
      <div class="card-head">
        <h2 id="moves-title">{t.movesTitle}</h2>
        <p class="meta">{t.movesHint}</p>
      </div>
      <ul class="move-rows stack">
        {moves.map((move) => (
          <li key={move.move_id} class="spread gap-1-4 breaks rule-above">
            <MoveRow locale={locale} now={new Date(now)} move={move} isBusy={isBusy} onUndo={onUndo} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type RowProps = Omit<Props, 'moves' | 'now'> & { move: Move; now: Date }

function MoveRow({ locale, now, move, isBusy, onUndo }: RowProps) {
  const t = moveInMessages(locale)
  const source = isSource(move.source) ? sourceNames(locale)[move.source] : move.source
  const started = new Date(move.started_at)
  const when = relativeTime(started, now, locale)
  const finishedAt = move.finished_at === null ? null : new Date(move.finished_at)
  const runs = isRunning({ startedAt: started, finishedAt }, now)
  const state = move.undone_at !== null ? t.undone : runs ? t.running : null
  return (
    <>
      <span class="wraps items-baseline shrinks gap-1-2">
        <bdi>{source}</bdi>
        {move.label !== '' && move.label !== source && <bdi class="small mono">{move.label}</bdi>}
      </span>
      <span class="move-about cluster gap-1-4 meta regular">
        <span>{t.written(move.files)}</span>
        <time dateTime={move.started_at}>{when}</time>
        {state && <span>{state}</span>}
      </span>
      {!state && (
        <form
          method="post"
          action={`/move-in/${move.move_id}/undo`}
          onSubmit={(event) => {
            event.preventDefault()
            onUndo(move.move_id)
          }}
        >
          <Button icon="undo" disabled={isBusy} label={`${t.undo}: ${source}, ${t.written(move.files)}, ${when}`}>
            {t.undo}
          </Button>
        </form>
      )}
    </>
  )
}
