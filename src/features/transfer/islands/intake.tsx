import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { FilePicker } from '#browser/file-picker.tsx'
import { acceptDrops, listPickedFiles, type PickedFile } from '#browser/files.ts'
import { Button } from '#ui/components/button.tsx'
import { Icon } from '#ui/icons.tsx'
import { transferMessages } from '../messages/transfer.ts'
import { Intake } from './parts/intake.ts'
import { Results, Summary } from './parts/results.tsx'

export type IntakeProps = { locale: Locale; kind: 'upload' | 'import'; maxFileBytes: number }

const PLACES = {
  upload: { form: '/files/upload', api: '/api/files/upload' },
  import: { form: '/import', api: '/api/import' },
}

/** The form works without script; the island adds dropping, progress and stopping. */
function IntakeForm({ locale, kind, maxFileBytes }: IntakeProps) {
  const t = transferMessages(locale)
  const form = useRef<HTMLFormElement>(null)
  const isOver = useSignal(false)
  const isEmpty = useSignal(false)
  const intake = useMemo(() => new Intake({ api: PLACES[kind].api, locale, maxFileBytes }), [])
  const isBusy = intake.phase.value === 'running'

  const take = (files: PickedFile[]) => {
    isEmpty.value = files.length === 0
    if (isEmpty.value || intake.phase.value === 'running') return
    form.current?.reset()
    void intake.start(files)
  }
  useEffect(() => {
    if (!form.current) return
    return acceptDrops(form.current, { over: (over) => (isOver.value = over), drop: take })
  }, [])
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    const inputs = form.current?.querySelectorAll<HTMLInputElement>('input[type=file]') ?? []
    take(Array.from(inputs).flatMap(listPickedFiles))
  }

  return (
    <div class="stack gap-5">
      <form
        ref={form}
        class={isOver.value && !isBusy ? 'transfer-form transfer-form-over stack gap-4' : 'transfer-form stack gap-4'}
        method="post"
        action={PLACES[kind].form}
        encType="multipart/form-data"
        onSubmit={send}
      >
        <Fields locale={locale} kind={kind} isBusy={isBusy} />
        {isEmpty.value && (
          <p class="text-center" role="alert">
            {t.nothing}
          </p>
        )}
      </form>
      <Running locale={locale} intake={intake} />
    </div>
  )
}

function Fields({ locale, kind, isBusy }: { locale: Locale; kind: IntakeProps['kind']; isBusy: boolean }) {
  const t = transferMessages(locale)
  return (
    <>
      <p class="transfer-drop wide-only needs-script row gap-2 muted middle">
        <Icon name="upload" />
        {t.drop}
      </p>
      <div class="transfer-pickers wraps gap-3-4 middle">
        <FilePicker name="file" label={kind === 'upload' ? t.files : t.importFiles} chosen={t.chosen} isBusy={isBusy} />
        <FilePicker name="folder" label={t.folder} chosen={t.chosen} isBusy={isBusy} />
      </div>
      <div class="actions transfer-send middle">
        <Button kind="primary" icon="upload" disabled={isBusy}>
          {kind === 'upload' ? t.send : t.importSend}
        </Button>
      </div>
    </>
  )
}

function Running({ locale, intake }: { locale: Locale; intake: Intake }) {
  const t = transferMessages(locale)
  const phase = intake.phase.value
  if (phase === 'idle') return null
  const title = phase === 'running' ? t.working : phase === 'done' ? t.done : t[phase]
  return (
    <section class="card" aria-label={title}>
      {phase === 'done' || phase === 'cancelled' ? (
        <Summary locale={locale} outcomes={intake.outcomes.value} extras={intake.extras.value} title={title} />
      ) : (
        <Progress locale={locale} intake={intake} title={title} />
      )}
      <Results locale={locale} outcomes={intake.outcomes.value} />
    </section>
  )
}

function Progress({ locale, intake, title }: { locale: Locale; intake: Intake; title: string }) {
  const t = transferMessages(locale)
  const [done, total] = [intake.finished.value, intake.total.value]
  return (
    <div class="stack gap-3">
      <h2>{title}</h2>
      <progress class="progress-bar" max={total} value={done} aria-label={title} />
      <div class="transfer-facts cluster numbers gap-2-4">
        <span>{t.progress(done, total)}</span>
        <span>{t.elapsed(clock(intake.seconds.value))}</span>
        {intake.phase.value === 'offline' ? (
          <Button type="button" onClick={() => void intake.resume()}>
            {t.resume}
          </Button>
        ) : (
          <Button type="button" onClick={intake.cancel}>
            {t.cancel}
          </Button>
        )}
      </div>
      {intake.waiting.value > 0 && <p class="meta">{t.waiting(intake.waiting.value)}</p>}
    </div>
  )
}

/** `1:05`. */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export const island = IntakeForm
