import type { Locale } from '#base/messages.ts'
import { htmlSlot } from '#base/html-slot.ts'
import { island as Markdown } from '#features/rendered/islands/markdown.tsx'
import type { RenderedText } from '#features/rendered/rendering.ts'
import { Notice } from '#ui/components/notice.tsx'
import { Island } from '#ui/island.tsx'
import { repoRenderedMessages } from '../messages/rendered.ts'

/** Markdown of a repository, rendered like that of the library. */
export function Prose({ locale, text }: { locale: Locale; text: RenderedText }) {
  const t = repoRenderedMessages(locale)
  return (
    <>
      {text.rest && (
        <Notice kind="info" locale={locale}>
          {t.cut}
        </Notice>
      )}
      {text.outcome === 'failed' ? (
        <>
          <Notice kind="error" locale={locale}>
            {text.isSlow ? t.slow : t.failed}
          </Notice>
          <pre class="rendered-source panel pad-4" dangerouslySetInnerHTML={{ __html: htmlSlot(text.source) }} />
        </>
      ) : (
        <div class="reading-text shrinks">
          <Island
            name="rendered/markdown"
            component={Markdown}
            props={{ locale, hasMath: text.has.math }}
            when="idle"
          />
          {text.isEmpty ? (
            <p class="muted">{t.empty}</p>
          ) : (
            <article class="prose" id="prose" dangerouslySetInnerHTML={{ __html: htmlSlot(text.html) }} />
          )}
        </div>
      )}
    </>
  )
}
