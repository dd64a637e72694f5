import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { welcomeMessages } from '../messages.ts'
import { RemoveSample } from './remove-sample.tsx'

/** Repeats the tour, with a new sample where there is none, and removes the sample. */
export function WelcomeSection({ locale, sampleId }: { locale: Locale; sampleId: string | null }) {
  const t = welcomeMessages(locale)
  return (
    <div class="actions">
      <form method="post" action="/welcome/sample">
        <Button>{t.tour}</Button>
      </form>
      {sampleId !== null && <RemoveSample fileId={sampleId} locale={locale} />}
    </div>
  )
}
