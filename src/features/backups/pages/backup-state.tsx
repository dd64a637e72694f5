import type { Locale } from '#base/messages.ts'
import { Notice } from '#ui/components/notice.tsx'
import { Time } from '#ui/components/time.tsx'
import { backupMessages } from '../messages.ts'
import type { BackupState, Proof } from '../proof.ts'

type Props = { locale: Locale; now: Date; state: BackupState }

const KINDS = { off: 'warn', never: 'error', fresh: 'success', old: 'error', failing: 'error' } as const

/** The time of the last verified restore, and the current problem if there is one. */
export function BackupStatus({ locale, now, state }: Props) {
  const t = backupMessages(locale)
  const last = 'last' in state && state.last?.result !== 'proven' ? state.last : null
  return (
    <div class="backup stack gap-4">
      <Notice kind={KINDS[state.state]} locale={locale}>
        {t[state.state]} {'proven' in state && <Time at={state.proven.startedAt} now={now} locale={locale} />}
        {last && <Trouble locale={locale} now={now} proof={last} />}
      </Notice>
      {'proven' in state && <Facts locale={locale} proof={state.proven} />}
    </div>
  )
}

function Trouble({ locale, now, proof }: { locale: Locale; now: Date; proof: Proof }) {
  const t = backupMessages(locale)
  return (
    <div class="backup-trouble above-2">
      {t.lastTry} <Time at={proof.startedAt} now={now} locale={locale} />.{' '}
      {proof.result === 'different' ? t.different : proof.detail === 'restore' ? t.restore : t.backup}
      {proof.result === 'different' && (
        <pre class="small breaks pre" dir="ltr">
          {proof.detail}
        </pre>
      )}
    </div>
  )
}

function Facts({ locale, proof }: { locale: Locale; proof: Proof }) {
  const t = backupMessages(locale)
  const seconds = (ms: number | null) => ((ms ?? 0) / 1000).toFixed(1)
  const facts = [
    [t.size, t.megabytes(proof.sizeBytes ?? 0)],
    [t.content, t.rows(proof.rowCount ?? 0, proof.tableCount ?? 0)],
    [t.took, t.seconds(seconds(proof.backupMs), seconds(proof.restoreMs))],
  ]
  return (
    <dl class="backup-facts wraps">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt class="meta">{name}</dt>
          <dd class="breaks">{value}</dd>
        </div>
      ))}
      <div>
        <dt class="meta">{t.name}</dt>
        <dd class="breaks">
          <code dir="ltr">{proof.backup}</code>
        </dd>
      </div>
    </dl>
  )
}
