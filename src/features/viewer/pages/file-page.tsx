import type { ComponentChildren } from 'preact'
import { isMarkdown } from '#base/language/language.ts'
import { island as Notes } from '#features/notes/islands/notes.tsx'
import { Outline } from '#ui/components/outline.tsx'
import { Island } from '#ui/island.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { codeHtml } from '../code-html.ts'
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
  /** What another feature has to say about this file: placed here, made elsewhere. */
  strip?: ComponentChildren
}

export function FilePage({ frame, now, file, shown, noteCount, wraps, strip }: Props) {
  const { locale } = frame
  const { id, fileName, version: newest } = file
  const t = viewerMessages(locale)
  const isNewest = shown.version === newest
  // Notes are where the newest version has their places. Their room is there before they are.
  const hasNotes = isNewest && noteCount > 0
  const hasOutline = shown.outline.length > 0
  // Prose leaves room beside it; lines of code want the width.
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
          {hasOutline && <Outline label={t.outline} items={shown.outline} isCode={!hasPane} />}
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

/** Always left to right. Too wide lines scroll inside, so it takes the focus for the arrow keys. */
function Code({ locale, shown }: { locale: Frame['locale']; shown: ShownText }) {
  const t = viewerMessages(locale)
  if (shown.lines.length === 0) return <p class="code-empty">{t.empty}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it with the arrow keys
    <div class="code notranslate" id="code" dir="ltr" role="region" aria-label={t.code} tabIndex={0}>
      <div class="code-sheet">
        {/* An attribute may say a width where the content policy allows no style. */}
        <svg class="code-width" width={`${shown.columns}ch`} height="1" aria-hidden="true" />
        <div dangerouslySetInnerHTML={{ __html: codeHtml(shown.lines) }} />
      </div>
    </div>
  )
}
