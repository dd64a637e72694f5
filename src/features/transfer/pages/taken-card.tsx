import type { Locale } from '#base/messages.ts'
import { Notice } from '#ui/components/notice.tsx'
import { Results, Summary } from '../islands/parts/results.tsx'
import { transferMessages } from '../messages/transfer.ts'
import type { Extras, Outcome } from '../outcome.ts'

export type ShownTransferResult = {
  outcomes: readonly Outcome[]
  extras: Extras
  /** Why the rest was not imported, as a message. */
  stopped: string | null
}

/** The result of a form that was sent without script. */
export function TransferResultCard({ locale, taken }: { locale: Locale; taken: ShownTransferResult }) {
  const t = transferMessages(locale)
  return (
    <section class="card" aria-label={t.done}>
      <Summary locale={locale} outcomes={taken.outcomes} extras={taken.extras} title={t.done} />
      {taken.stopped !== null && (
        <Notice kind="error" locale={locale} title={t.stopped}>
          {taken.stopped}
        </Notice>
      )}
      <Results locale={locale} outcomes={taken.outcomes} />
    </section>
  )
}
