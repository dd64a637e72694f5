import type { Locale } from '#base/messages.ts'
import { Notice } from '#ui/components/notice.tsx'
import { Island } from '#ui/island.tsx'
import { island as SampleTour } from '../islands/sample.tsx'
import { welcomeMessages } from '../messages.ts'
import { RemoveSample } from './remove-sample.tsx'

/** Says that the file is a sample, and removes it in one press. */
export function SampleStrip({ locale, fileId }: { locale: Locale; fileId: string }) {
  const t = welcomeMessages(locale)
  return (
    <Notice kind="info" locale={locale}>
      <div class="strip-row cluster gap-1-4">
        <span>{t.sampleIs}</span>
        <Island name="welcome/sample" component={SampleTour} props={{ locale }} />
        <RemoveSample fileId={fileId} locale={locale} />
      </div>
    </Notice>
  )
}
