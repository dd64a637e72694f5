import { direction, type Locale } from '#base/messages.ts'
import { htmlSlot } from '#base/html-slot.ts'
import { renderedMessages } from '../messages.ts'
import type { FailedText } from '../rendering.ts'

/** The document in the frame when the page could not be sanitised: the reason, and its source. */
export function SourceFrame({ locale, page }: { locale: Locale; page: FailedText }) {
  const t = renderedMessages(locale)
  return (
    <html lang={locale} dir={direction(locale)}>
      <head>
        <meta charset="utf-8" />
        <title>{t.source}</title>
      </head>
      <body>
        <p>{page.isSlow ? t.slow : t.failed}</p>
        <pre dir="ltr" dangerouslySetInnerHTML={{ __html: htmlSlot(page.source) }} />
      </body>
    </html>
  )
}
