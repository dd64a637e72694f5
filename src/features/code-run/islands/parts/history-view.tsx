import { dateFormatter } from '#base/date-format.ts'
import type { Locale } from '#base/messages.ts'
import type { PastRun } from '#browser/run-history.ts'
import { Button } from '#ui/components/button.tsx'
import { runMessages } from '../../messages.ts'

type Props = { locale: Locale; runs: readonly PastRun[]; restore: (code: string) => void; clear: () => void }

const formatMoment = dateFormatter({ dateStyle: 'short', timeStyle: 'short' })

export function HistoryView({ locale, runs, restore, clear }: Props) {
  const t = runMessages(locale)
  if (runs.length === 0) return <p class="meta">{t.noHistory}</p>
  return (
    <>
      <ul class="run-history stack">
        {runs.map(({ at, code, words, ok }) => (
          <li key={at} class="small rule-below grid gap-0-3">
            <div class="wraps gap-1-2">
              <span class="run-past" data-tone={ok ? 'success' : 'warn'} dir="auto">
                {words}
              </span>
              <time class="muted" dateTime={new Date(at).toISOString()}>
                {formatMoment(at, locale)}
              </time>
            </div>
            <code class="truncate start" dir="ltr">
              {firstLine(code)}
            </code>
            <Button kind="quiet" type="button" onClick={() => restore(code)}>
              {t.restore}
            </Button>
          </li>
        ))}
      </ul>
      <Button kind="quiet" type="button" onClick={clear}>
        {t.clearHistory}
      </Button>
    </>
  )
}

function firstLine(code: string): string {
  return code.split('\n').find((line) => line.trim() !== '') ?? ''
}
