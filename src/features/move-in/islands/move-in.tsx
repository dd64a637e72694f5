import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { acceptDrops, listPickedFiles, type PickedFile } from '#browser/files.ts'
import { Button } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { moveInMessages } from '../messages/page.ts'
import type { MovesReply } from '../schema.ts'
import { Fields } from './parts/fields.tsx'
import { Moves } from './parts/moves.tsx'
import { Moving } from './parts/moving.ts'
import { PreviewView } from './parts/preview.tsx'
import { ResultView, UndoneView } from './parts/result.tsx'
import type { Shown } from './parts/shown.ts'

export type MoveInProps = { locale: Locale; now: string; shown: Shown; moves: MovesReply['moves'] }

/** The form works without script, with a choice of the file for the preview and for the move; the island keeps the file. */
function MoveIn({ locale, now, shown: first, moves }: MoveInProps) {
  const moving = useMemo(() => new Moving(locale, first, moves), [])
  const head = useRef<HTMLDivElement>(null)
  const shown = moving.shown.value
  const isBusy = moving.phase.value !== 'idle'
  useEffect(() => {
    // The keyboard goes on at what is new. Not on the first view, where nothing is.
    if (shown !== first) head.current?.querySelector<HTMLElement>('h2, .notice')?.focus()
  }, [shown])
  return (
    <div class="move-in stack gap-5">
      <div ref={head} class={shown || isBusy ? 'card' : ''}>
        {moving.phase.value === 'idle' ? (
          <View locale={locale} moving={moving} shown={shown} />
        ) : (
          <Progress locale={locale} moving={moving} />
        )}
      </div>
      <div class="card" hidden={moving.canMove && shown?.kind === 'preview'}>
        <Form locale={locale} moving={moving} isBusy={isBusy} />
      </div>
      <Moves
        locale={locale}
        now={now}
        moves={moving.moves.value}
        isBusy={isBusy}
        onUndo={(id) => void moving.undo(id)}
      />
    </div>
  )
}

type PartProps = { locale: Locale; moving: Moving }

function Form({ locale, moving, isBusy }: PartProps & { isBusy: boolean }) {
  const t = moveInMessages(locale)
  const form = useRef<HTMLFormElement>(null)
  const isOver = useSignal(false)
  const preview = (dropped: readonly PickedFile[]) => {
    if (!form.current || moving.phase.value !== 'idle') return
    const inputs = Array.from(form.current.querySelectorAll<HTMLInputElement>('input[type=file]'))
    void moving.preview(toForm(form.current, dropped.length > 0 ? dropped : inputs.flatMap(listPickedFiles)))
  }
  useEffect(() => {
    if (form.current) return acceptDrops(form.current, { over: (over) => (isOver.value = over), drop: preview })
  }, [])
  useEffect(() => {
    // The token must not stay in the page, and the next move has other files.
    if (moving.shown.value?.kind === 'moved') form.current?.reset()
  }, [moving.shown.value])
  return (
    <form
      ref={form}
      class={isOver.value ? 'move-form move-form-over stack gap-5' : 'move-form stack gap-5'}
      method="post"
      action="/move-in"
      encType="multipart/form-data"
      onSubmit={(event) => {
        event.preventDefault()
        preview([])
      }}
    >
      <Fields locale={locale} isBusy={isBusy} />
      <div class="actions">
        <Button kind="primary" name="do" value="preview" disabled={isBusy}>
          {t.preview}
        </Button>
        <span class="move-without-script">
          <Button name="do" value="move">
            {t.move}
          </Button>
        </span>
      </div>
    </form>
  )
}

/** The folder inputs are read by us, because only we know the path of each file in its folder. */
function toForm(form: HTMLFormElement, files: readonly PickedFile[]): FormData {
  const data = new FormData()
  const typed = new FormData(form)
  for (const name of ['source', 'text', 'github_token']) {
    const value = typed.get(name)
    if (typeof value === 'string') data.append(name, value)
  }
  for (const { file, path } of files) data.append('file', file, path)
  return data
}

function View({ locale, moving, shown }: PartProps & { shown: Shown }) {
  const t = moveInMessages(locale)
  if (!shown) return null
  if (shown.kind === 'moved') return <ResultView locale={locale} reply={shown.reply} />
  if (shown.kind === 'undone') return <UndoneView locale={locale} reply={shown.reply} />
  if (shown.kind === 'problem')
    return (
      <Notice kind="error" locale={locale}>
        {shown.message}
      </Notice>
    )
  const coming = shown.reply.files.filter(({ outcome }) => outcome !== 'unchanged').length
  return (
    <>
      {moving.canMove && (
        <div class="actions move-confirm">
          {coming > 0 && (
            <Button kind="primary" type="button" onClick={() => void moving.move()}>
              {t.moveFiles(coming)}
            </Button>
          )}
          <Button type="button" onClick={moving.reset}>
            {t.change}
          </Button>
        </div>
      )}
      <PreviewView locale={locale} reply={shown.reply} />
    </>
  )
}

function Progress({ locale, moving }: PartProps) {
  const t = moveInMessages(locale)
  const shown = moving.shown.value
  const total = shown?.kind === 'preview' ? shown.reply.files.length : 0
  const isMoving = moving.phase.value === 'moving' && total > 0
  const title = moving.phase.value === 'reading' ? t.reading : t.moving
  return (
    <div class="move-progress stack gap-3">
      <h2>{title}</h2>
      {isMoving ? (
        <progress class="progress-bar" aria-label={title} max={total} value={moving.written.value} />
      ) : (
        <progress class="progress-bar" aria-label={title} />
      )}
      <div class="move-facts cluster gap-1-4 numbers above-1">
        {isMoving && <span>{t.progress(moving.written.value, total)}</span>}
        {moving.phase.value !== 'undoing' && (
          <Button type="button" onClick={moving.cancel}>
            {t.stop}
          </Button>
        )}
      </div>
    </div>
  )
}

export const island = MoveIn
