import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { call } from '#browser/api.ts'
import { Notice } from '#ui/components/notice.tsx'
import { observabilityMessages } from '../messages.ts'

type Explanation = { root_cause: string; actions: string[]; signals: string[]; provider: string }
type Answer = { explanation: Explanation; notice?: string | null }
type State =
  | { is: 'waiting' }
  | { is: 'explained'; answer: Answer }
  | { is: 'failed'; message: string; requestId: string }

const DIALOG = 'explain-alert'

/** Handles every "Explain" button, including those of alerts that a refresh adds: the button carries its alert. */
function Explain({ locale }: { locale: Locale }) {
  const t = observabilityMessages(locale)
  const state = useSignal<State>({ is: 'waiting' })
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-explain]') : null
      const alert = button?.dataset['explain']
      if (alert === undefined) return
      state.value = { is: 'waiting' }
      const dialog = document.getElementById(DIALOG)
      if (dialog instanceof HTMLDialogElement) dialog.showModal()
      void explain(alert, t.explainFailed).then((next) => {
        state.value = next
      })
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
  const now = state.value
  return (
    <div class="explanation stack gap-2" role="status">
      {now.is === 'waiting' && <p class="explanation-waiting">{t.explaining}</p>}
      {now.is === 'failed' && (
        <Notice kind="error" locale={locale} title={t.explainFailed}>
          {now.message} {now.requestId && <code dir="ltr">{now.requestId}</code>}
        </Notice>
      )}
      {now.is === 'explained' && <Words locale={locale} {...now.answer} />}
    </div>
  )
}

function Words({ locale, explanation, notice }: { locale: Locale } & Answer) {
  const t = observabilityMessages(locale)
  const { root_cause: cause, actions, signals, provider } = explanation
  return (
    <>
      {notice && (
        <Notice kind="info" locale={locale}>
          {notice}
        </Notice>
      )}
      <h3 class="sized-m">{t.rootCause}</h3>
      <p>
        <bdi>{cause}</bdi>
      </p>
      <List title={t.whatToDo} items={actions} />
      <List title={t.signals} items={signals} />
      <p class="meta">{t.explainedBy(provider === 'rules' ? t.byRules : provider)}</p>
    </>
  )
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <>
      <h3 class="sized-m">{title}</h3>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <bdi>{item}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}

async function explain(alert: string, failed: string): Promise<State> {
  const parsed: unknown = JSON.parse(alert)
  const answer = await call<Answer>('POST', '/api/observability/alerts/ai_explain', { body: { alert: parsed } })
  if (answer.outcome === 'done') return { is: 'explained', answer: answer.data }
  if (answer.outcome === 'offline') return { is: 'failed', message: failed, requestId: '' }
  return { is: 'failed', message: answer.refusal.message, requestId: answer.refusal.requestId }
}

export const island = Explain
