import type { Locale } from '#base/messages.ts'
import { Notice } from '#ui/components/notice.tsx'
import { Results, Summary } from '../islands/parts/results.tsx'
import { transferMessages } from '../messages.ts'
import type { Outcome } from '../outcome.ts'

export type ShownTaken = {
  outcomes: readonly Outcome[]
  /** Why the rest was not taken, in words. */
  stopped: string | null
}

/** The answer to a form that was sent without script. */
export function TakenCard({ locale, taken }: { locale: Locale; taken: ShownTaken }) {
  const t = transferMessages(locale)
  return (
    <section class="card" aria-label={t.done}>
      <Summary locale={locale} outcomes={taken.outcomes} title={t.done} />
      {taken.stopped !== null && (
        <Notice kind="error" locale={locale} title={t.stopped}>
          {taken.stopped}
        </Notice>
      )}
      <Results locale={locale} outcomes={taken.outcomes} />
    </section>
  )
}
