import type { ComponentChildren } from 'preact'
import { isMarkdown } from '#base/language/language.ts'
import { htmlSlot } from '#base/prepared.ts'
import { island as Notes } from '#features/notes/islands/notes.tsx'
import { Outline } from '#ui/components/outline.tsx'
import { Island } from '#ui/island.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { island as Details } from '../islands/details.tsx'
import { island as Reader } from '../islands/reader.tsx'
import { viewerMessages } from '../messages.ts'
import type { ShownText, ViewedFile } from '../view.ts'
import { FileHead } from './file-head.tsx'
import { FileStrips } from './file-strips.tsx'

type Props = {
  frame: Frame
  now: Date
  file: ViewedFile
  shown: ShownText
  noteCount: number
  wraps: boolean
  /** A banner about this file that another feature renders. */
  strip?: ComponentChildren
}

export function FilePage({ frame, now, file, shown, noteCount, wraps, strip }: Props) {
  const { locale } = frame
  const { id, fileName, version: newest } = file
  const t = viewerMessages(locale)
  const isNewest = shown.version === newest
  // Notes are positioned on the newest version. Reserve their column before they arrive.
  const hasNotes = isNewest && noteCount > 0
  const hasOutline = shown.outline.items.length > 0
  // Prose leaves space for the outline beside it; code needs the whole width.
  const hasPane = hasOutline && isMarkdown(file.language)
  return (
    <Layout frame={frame} title={fileName}>
      <div class={hasNotes ? 'viewer-view has-margin' : 'viewer-view'}>
        <FileHead locale={locale} file={file} shown={shown} wraps={wraps} />
        <Island name="viewer/details" component={Details} props={{ locale, fileId: id, newest }} />
        <FileStrips locale={locale} now={now} file={file} shown={shown}>
          {isNewest && strip}
        </FileStrips>
        <div class={`viewer-body${hasNotes ? ' has-notes' : ''}${hasPane ? ' has-outline' : ''}`}>
          <Code locale={frame.locale} shown={shown} />
          {hasOutline && <Outline label={t.outline} {...shown.outline} isCode={!hasPane} />}
          {isNewest && (
            <aside class="notes-column" aria-label={t.notes}>
              <Island
                name="notes/notes"
                component={Notes}
                props={{ locale, fileId: id, view: 'code' as const, count: noteCount }}
                when={noteCount > 0 ? 'now' : 'idle'}
                loads={noteCount > 0 && 'notes/margin/open'}
              />
            </aside>
          )}
        </div>
        <Island
          name="viewer/reader"
          component={Reader}
          props={{ locale, fileId: id, version: shown.version, isNewest }}
        />
      </div>
    </Layout>
  )
}

/** Always left to right. Long lines scroll inside it, so it gets the focus for the arrow keys. */
function Code({ locale, shown }: { locale: Frame['locale']; shown: ShownText }) {
  const t = viewerMessages(locale)
  if (shown.lineCount === 0) return <p class="code-empty">{t.empty}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it with the arrow keys
    <div class="code notranslate" id="code" dir="ltr" role="region" aria-label={t.code} tabIndex={0}>
      <div class="code-sheet">
        {/* The width is an attribute, because the content security policy allows no inline style. */}
        <svg class="code-width" width={`${shown.columns}ch`} height="1" aria-hidden="true" />
        <div dangerouslySetInnerHTML={{ __html: htmlSlot(shown.html) }} />
      </div>
    </div>
  )
}
