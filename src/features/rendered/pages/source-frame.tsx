import { direction, type Locale } from '#base/messages.ts'
import { renderedMessages } from '../messages.ts'

/** What the frame of a page shows when the page could not be made safe: why, and its text. */
export function SourceFrame({ locale, source }: { locale: Locale; source: string }) {
  const t = renderedMessages(locale)
  return (
    <html lang={locale} dir={direction(locale)}>
      <head>
        <meta charset="utf-8" />
        <title>{t.source}</title>
      </head>
      <body>
        <p>{t.failed}</p>
        <pre dir="ltr">{source}</pre>
      </body>
    </html>
  )
}
