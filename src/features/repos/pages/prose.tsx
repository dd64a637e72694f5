import type { Locale } from '#base/messages.ts'
import { island as Markdown } from '#features/rendered/islands/markdown.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { Island } from '#ui/island.tsx'
import { repoRenderedMessages } from '../messages/rendered.ts'
import type { RenderedText } from '../view.ts'

/** Markdown of a repository, as the library shows its own. */
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
            {t.failed}
          </Notice>
          <pre class="rendered-source">{text.source}</pre>
        </>
      ) : (
        <div class="reading-text">
          <Island
            name="rendered/markdown"
            component={Markdown}
            props={{ locale, hasMath: text.has.math }}
            when="idle"
          />
          {text.html.trim() === '' ? (
            <p class="reading-empty">{t.empty}</p>
          ) : (
            <article class="prose" id="prose" dangerouslySetInnerHTML={{ __html: text.html }} />
          )}
        </div>
      )}
    </>
  )
}
