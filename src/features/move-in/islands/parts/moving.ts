import { batch, signal } from '@preact/signals'
import { announce } from '#browser/announce.ts'
import { call, type Outcome } from '#browser/api.ts'
import { confirmBeforeLeaving } from '#browser/files.ts'
import type { Locale } from '#base/messages.ts'
import { moveInMessages } from '../../messages/page.ts'
import type { MoveReply, MovesReply, PreviewReply, UndoReply } from '../../schema.ts'
import type { Shown } from './shown.ts'

export type Phase = 'idle' | 'reading' | 'moving' | 'undoing'

const POLL_MS = 1_000

/** One move in the browser. It keeps the form, and sends it for the preview and again for the move: the server keeps nothing. */
export class Moving {
  readonly phase = signal<Phase>('idle')
  readonly shown = signal<Shown>(null)
  readonly moves = signal<MovesReply['moves']>([])
  /** Files written so far, while it moves. */
  readonly written = signal(0)
  private readonly locale: Locale
  private form: FormData | null = null
  private stop = new AbortController()

  constructor(locale: Locale, shown: Shown, moves: MovesReply['moves']) {
    this.locale = locale
    this.shown.value = shown
    this.moves.value = moves
  }

  readonly cancel = (): void => this.stop.abort()

  /** Back to the form. */
  readonly reset = (): void => {
    this.form = null
    this.shown.value = null
  }

  /** Whether the upload of the preview is still here to be moved. */
  get canMove(): boolean {
    return this.form !== null
  }

  async preview(form: FormData): Promise<void> {
    this.form = form
    const reply = await this.send<PreviewReply>('reading', '/api/move-in/preview')
    if (!reply) return
    this.shown.value = { kind: 'preview', reply }
    const coming = reply.files.filter(({ outcome }) => outcome !== 'unchanged').length
    const t = moveInMessages(this.locale)
    announce(coming > 0 ? t.comes(coming) : t.noneComes)
  }

  async move(): Promise<void> {
    this.written.value = 0
    const before = new Set(this.moves.value.map((move) => move.move_id))
    const polling = setInterval(() => void this.poll(before), POLL_MS)
    const stay = confirmBeforeLeaving()
    const reply = await this.send<MoveReply>('moving', '/api/move-in')
    clearInterval(polling)
    stay()
    await this.refresh()
    if (!reply) return
    this.form = null
    this.shown.value = { kind: 'moved', reply }
    const t = moveInMessages(this.locale)
    announce(`${t.done}: ${t.saved(reply.saved)}`)
  }

  async undo(id: string): Promise<void> {
    this.phase.value = 'undoing'
    const answer = await call<UndoReply>('POST', `/api/move-in/${id}/undo`)
    await this.refresh()
    this.phase.value = 'idle'
    const reply = this.take(answer)
    if (!reply) return
    this.shown.value = { kind: 'undone', reply }
    announce(moveInMessages(this.locale).undoDone(reply.undone))
  }

  private async send<T>(phase: Phase, path: string): Promise<T | null> {
    this.stop = new AbortController()
    this.phase.value = phase
    const answer = await call<T>('POST', path, { body: this.form ?? new FormData(), signal: this.stop.signal })
    this.phase.value = 'idle'
    if (!this.stop.signal.aborted) return this.take(answer)
    this.shown.value = { kind: 'problem', message: moveInMessages(this.locale).cancelled }
    return null
  }

  private take<T>(answer: Outcome<T>): T | null {
    if (answer.outcome === 'done') return answer.data
    const message = answer.outcome === 'offline' ? moveInMessages(this.locale).offline : answer.refusal.message
    this.shown.value = { kind: 'problem', message }
    return null
  }

  /** The running move is the one that was not in the list when it began. */
  private async poll(before: ReadonlySet<string>): Promise<void> {
    const answer = await call<MovesReply>('GET', '/api/move-in')
    if (answer.outcome !== 'done') return
    const running = answer.data.moves.find((move) => !before.has(move.move_id))
    if (running) this.written.value = running.files
  }

  private async refresh(): Promise<void> {
    const answer = await call<MovesReply>('GET', '/api/move-in')
    if (answer.outcome === 'done') batch(() => (this.moves.value = answer.data.moves))
  }
}
