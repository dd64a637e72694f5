import type { ComponentChildren } from 'preact'
import { formatNumber, type Locale } from '#base/messages.ts'
import { htmlSlot } from '#base/html-slot.ts'
import { island as Notes } from '#features/notes/islands/notes.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { PrintHead } from '#ui/components/print-head.tsx'
import type { Frame } from '#ui/frame.ts'
import { Icon } from '#ui/icons.tsx'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { island as Markdown } from '../islands/markdown.tsx'
import type { Heading } from '../markdown-rules.ts'
import { renderedMessages } from '../messages.ts'
import type { RenderedText, ShownFile } from '../rendering.ts'

type Props = {
  frame: Frame
  now: Date
  file: ShownFile
  head: ComponentChildren
  /** Other features' notices about the file. */
  strip: ComponentChildren
  text: RenderedText
  noteCount: number
}

export function MarkdownPage({ frame, now, file, head, strip, text, noteCount }: Props) {
  const { locale } = frame
  const t = renderedMessages(locale)
  return (
    <Layout frame={frame} styles={['notes', 'rendered', 'viewer']} title={file.fileName}>
      <div class="viewer-view rendered-view stack gap-4">
        <PrintHead locale={locale} now={now} path={[t.files]} title={file.fileName} />
        {head}
        {strip}
        {text.outcome === 'failed' && (
          <Notice kind="error" locale={locale}>
            {text.isSlow ? t.slow : t.failed}
          </Notice>
        )}
        {text.rest && (
          <Notice kind="info" locale={locale}>
            {t.cut} <a href={`/file/${file.id}`}>{t.wholeFile}</a>
          </Notice>
        )}
        {text.outcome === 'failed' ? (
          <pre class="rendered-source panel pad-4" dangerouslySetInnerHTML={{ __html: htmlSlot(text.source) }} />
        ) : (
          // Reserve the notes column before the notes arrive.
          <div
            class={noteCount > 0 ? 'with-notes has-notes stack items-top anchor' : 'with-notes stack items-top anchor'}
          >
            <Rendered locale={locale} text={text} />
            <aside class="notes-column" aria-label={t.notes}>
              <Island
                name="notes/notes"
                component={Notes}
                props={{ locale, fileId: file.id, view: 'prose' as const, count: noteCount }}
                when={noteCount > 0 ? 'now' : 'idle'}
                loads={noteCount > 0 && 'notes/margin/open'}
              />
            </aside>
          </div>
        )}
      </div>
    </Layout>
  )
}

type Outcome<Name> = Extract<RenderedText, { outcome: Name }>

function Rendered({ locale, text }: { locale: Locale; text: Outcome<'rendered'> }) {
  const t = renderedMessages(locale)
  const { html, isEmpty, headings, moreHeadings, has } = text
  return (
    <div class={headings.length > 1 ? 'reading reading-outlined stack gap-4' : 'reading stack gap-4'}>
      {headings.length > 1 && <Outline locale={locale} headings={headings} more={moreHeadings} />}
      <div class="reading-text shrinks">
        <Island name="rendered/markdown" component={Markdown} props={{ locale, hasMath: has.math }} when="idle" />
        {isEmpty ? (
          <p class="muted">{t.empty}</p>
        ) : (
          <article class="prose" id="prose" dangerouslySetInnerHTML={{ __html: htmlSlot(html) }} />
        )}
      </div>
    </div>
  )
}

/** Beside the text on wide windows (the style sheet keeps it open), else collapsed above it. */
function Outline({ locale, headings, more }: { locale: Locale; headings: readonly Heading[]; more: number }) {
  const t = renderedMessages(locale)
  const top = Math.min(...headings.map(({ level }) => level))
  return (
    <nav class="md-outline" aria-label={t.outline}>
      <details>
        <summary class="row panel gap-2 small medium tap">
          <Icon name="outline" />
          {t.outline}
        </summary>
        <ol class="stack">
          {headings.map(({ id, text, level }) => (
            <li key={id} class={`md-outline-${Math.min(level - top, 3)}`}>
              <a class="row meta breaks plain hovers" href={`#${id}`}>
                <bdi>{text}</bdi>
              </a>
            </li>
          ))}
          {more > 0 && <li dir="ltr">+{formatNumber('en', more)}</li>}
        </ol>
      </details>
    </nav>
  )
}
