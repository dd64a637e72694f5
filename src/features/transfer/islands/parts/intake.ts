import { batch, signal } from '@preact/signals'
import { announce } from '#browser/announce.ts'
import { call } from '#browser/api.ts'
import { toFormData, confirmBeforeLeaving, type PickedFile } from '#browser/files.ts'
import { pause } from '#browser/sleep.ts'
import type { Locale } from '#base/messages.ts'
import { formatSize } from '#base/size.ts'
import { planBatches } from '../../batches.ts'
import { transferMessages } from '../../messages/transfer.ts'
import { addExtras, type Extras, noExtras, type Outcome, tally } from '../../outcome.ts'
import type { ImportReply, TransferReply } from '../../schema/reply.ts'

export type Phase = 'idle' | 'running' | 'offline' | 'cancelled' | 'done'

type Ask = { api: string; locale: Locale; maxFileBytes: number }

/** One upload in the browser: the queue, the results, and stopping it. */
export class Intake {
  readonly phase = signal<Phase>('idle')
  readonly total = signal(0)
  readonly finished = signal(0)
  readonly seconds = signal(0)
  /** Seconds that the server asked to wait; 0 while sending. */
  readonly waiting = signal(0)
  readonly outcomes = signal<readonly Outcome[]>([])
  /** Notes, boards and reminders of an export. */
  readonly extras = signal<Extras>(noExtras())
  private left: PickedFile[][] = []
  private stop = new AbortController()

  private readonly ask: Ask

  constructor(ask: Ask) {
    this.ask = ask
  }

  async start(files: readonly PickedFile[]): Promise<void> {
    const { locale, maxFileBytes } = this.ask
    const plan = planBatches(files, maxFileBytes)
    const message = transferMessages(locale).tooLarge(formatSize(maxFileBytes, locale))
    const tooLarge = plan.tooLarge.map(({ path }) => refusedHere(path, 'content_too_large', message))
    const skipped = plan.skipped.map((each) => ({ outcome: 'skipped' as const, ...each }))
    this.left = plan.batches
    batch(() => {
      this.total.value = files.length
      this.finished.value = files.length - plan.batches.flat().length
      this.seconds.value = 0
      this.outcomes.value = [...tooLarge, ...skipped]
      this.extras.value = noExtras()
    })
    await this.resume()
  }

  /** Continues from the failed request, also after a lost connection. */
  async resume(): Promise<void> {
    this.stop = new AbortController()
    this.phase.value = 'running'
    const clock = setInterval(() => (this.seconds.value += 1), 1000)
    const stay = confirmBeforeLeaving()
    try {
      this.phase.value = await this.sendAll()
    } finally {
      clearInterval(clock)
      stay()
    }
    const t = transferMessages(this.ask.locale)
    const { saved, failed } = tally(this.outcomes.value)
    const counts = [t.saved(saved), failed > 0 && t.failed(failed)].filter(Boolean).join(', ')
    announce(this.phase.value === 'done' ? `${t.done}: ${counts}` : t[this.phase.value])
  }

  readonly cancel = (): void => this.stop.abort()

  /** Sends one request after the other, so that the server keeps the order and the progress is correct. */
  private async sendAll(): Promise<'done' | 'offline' | 'cancelled'> {
    const { signal: stopped } = this.stop
    for (let next = this.left[0]; next; next = this.left[0]) {
      const answer = await call<TransferReply | ImportReply>('POST', this.ask.api, {
        body: toFormData(next),
        signal: stopped,
      })
      if (stopped.aborted) return 'cancelled'
      if (answer.outcome === 'offline') return 'offline'
      if (answer.outcome === 'refused' && answer.refusal.status === 429) {
        await this.pause(Number(answer.refusal.body['retry_after']) || 5)
        continue
      }
      const results = answer.outcome === 'done' ? answer.data.results.map(toOutcome) : refusedAll(next, answer.refusal)
      this.add(results, next.length, answer.outcome === 'done' ? toExtras(answer.data) : noExtras())
      this.left = this.left.slice(1)
    }
    return 'done'
  }

  private async pause(seconds: number): Promise<void> {
    for (this.waiting.value = seconds; this.waiting.value > 0 && !this.stop.signal.aborted; this.waiting.value -= 1)
      await pause(1000)
    this.waiting.value = 0
  }

  private add(more: readonly Outcome[], files: number, extras: Extras): void {
    batch(() => {
      this.extras.value = addExtras(this.extras.value, extras)
      this.outcomes.value = [...this.outcomes.value, ...more]
      this.finished.value += files
    })
  }
}

function refusedHere(path: string, code: string, message: string): Outcome {
  return { outcome: 'refused', kind: 'file', path, name: null, code, error: code, message }
}

function refusedAll(files: readonly PickedFile[], refusal: { code: string; message: string }): Outcome[] {
  return files.map(({ path }) => refusedHere(path, refusal.code, refusal.message))
}

/** An upload has none. */
function toExtras(reply: TransferReply | ImportReply): Extras {
  if (!('notes' in reply)) return noExtras()
  const { new_address: newAddress, ...shares } = reply.shares
  return { ...reply, shares: { ...shares, newAddress } }
}

function toOutcome(result: TransferReply['results'][number]): Outcome {
  const { path } = result
  if (result.ok) {
    const { file_id: fileId, folder, file_name: fileName, version } = result
    return { outcome: result.unchanged ? 'unchanged' : 'saved', path, fileId, folder, fileName, version }
  }
  if (result.code === 'skipped') return { outcome: 'skipped', path, files: result.files ?? 1 }
  const { kind = 'file', name = null, code, error, message = error } = result
  return { outcome: 'refused', kind, path, name, code, error, message }
}
