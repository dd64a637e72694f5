import type { ComponentChildren } from 'preact'
import { isMarkdown } from '#base/language/language.ts'
import { htmlSlot } from '#base/html-slot.ts'
import { FirstNotes } from '#features/notes/islands/margin/first-notes.tsx'
import { island as Notes } from '#features/notes/islands/notes.tsx'
import type { NoteItem } from '#features/notes/islands/parts/wire.ts'
import { Outline } from '#ui/components/outline.tsx'
import { PrintHead } from '#ui/components/print-head.tsx'
import { Island } from '#ui/island.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { island as About } from '../islands/about.tsx'
import { island as Details } from '../islands/details.tsx'
import { island as Reader } from '../islands/reader.tsx'
import { viewerMessages } from '../messages/viewer.ts'
import { MAX_ROWS } from '../text-rows.ts'
import type { ShownText, ViewedFile } from '../view.ts'
import { FileHead } from './file-head.tsx'
import { FileStrips } from './file-strips.tsx'

type Props = {
  frame: Frame
  now: Date
  file: ViewedFile
  shown: ShownText
  notes: readonly NoteItem[]
  styleNonce: string
  wraps: boolean
  /** A banner about this file that another feature renders. */
  strip?: ComponentChildren
}

export function FilePage({ frame, now, file, shown, notes, styleNonce, wraps, strip }: Props) {
  const { locale } = frame
  const { id, fileName, version: newest } = file
  const t = viewerMessages(locale)
  const isNewest = shown.version === newest
  // Notes are positioned on the newest version.
  const hasNotes = isNewest && notes.length > 0
  const hasOutline = shown.outline.items.length > 0
  // Prose leaves space for the outline beside it; code needs the whole width.
  const hasPane = hasOutline && isMarkdown(file.language)
  return (
    <Layout frame={frame} styles={['notes', 'viewer']} title={fileName}>
      <div class={`viewer-view${hasNotes ? ' has-margin' : ''}${hasPane ? ' has-pane' : ''}`}>
        <PrintHead locale={locale} now={now} path={[t.files]} title={fileName}>
          <bdi>{file.language}</bdi>
          <bdi dir="ltr">v{shown.version}</bdi>
        </PrintHead>
        <FileHead locale={locale} file={file} shown={shown} current="source" wraps={wraps} />
        <Island
          name="viewer/about"
          component={About}
          props={{ locale, fileId: id, version: newest, isNewest, description: file.description, tags: file.tags }}
          when="touch"
        />
        <Island name="viewer/details" component={Details} props={{ locale, fileId: id, newest }} when="touch" />
        <FileStrips locale={locale} now={now} file={file} shown={shown}>
          {isNewest && strip}
        </FileStrips>
        <div
          class={`viewer-body stack gap-4 items-top anchor${hasNotes ? ' has-notes' : ''}${hasPane ? ' has-outline' : ''}`}
        >
          <Code locale={frame.locale} shown={shown} />
          {hasOutline && <Outline label={t.outline} {...shown.outline} isCode={!hasPane} />}
          {isNewest && (
            <aside class="notes-column" aria-label={t.notes}>
              {hasNotes && shown.lineCount > 0 && (
                <FirstNotes
                  locale={locale}
                  fileId={id}
                  notes={notes}
                  page={{ kind: 'code', headings: hasPane ? shown.outline.items : [] }}
                  styleNonce={styleNonce}
                />
              )}
              <NotesIsland locale={locale} fileId={id} count={notes.length} />
            </aside>
          )}
        </div>
        <Island
          name="viewer/reader"
          component={Reader}
          props={{ locale, fileId: id, version: shown.version, isNewest, large: largeOf(shown) }}
          when={shown.isLarge ? 'now' : 'touch'}
        />
      </div>
    </Layout>
  )
}

function NotesIsland(props: { locale: Frame['locale']; fileId: string; count: number }) {
  const loads = props.count > 0 && 'notes/margin/open'
  return (
    <Island
      name="notes/notes"
      component={Notes}
      props={{ ...props, view: 'code' as const }}
      when="touch"
      loads={loads}
    />
  )
}

function largeOf({ isLarge, isColoured, revealed }: ShownText): { coloured: boolean; revealed: boolean } | null {
  return isLarge ? { coloured: isColoured, revealed } : null
}

const ROW_PX = 20

function restHeight({ allLines, lineCount }: ShownText): number {
  return Math.min(allLines - lineCount, MAX_ROWS) * ROW_PX
}

/** Always left to right. Long lines scroll inside it, so it gets the focus for the arrow keys. */
function Code({ locale, shown }: { locale: Frame['locale']; shown: ShownText }) {
  const t = viewerMessages(locale)
  if (shown.lineCount === 0) return <p class="code-empty">{t.empty}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it with the arrow keys
    <div
      class="code notranslate panel mono"
      id="code"
      dir="ltr"
      role="region"
      aria-label={t.code}
      tabIndex={0}
      {...(shown.isLarge && { 'data-large': 'loading' })}
    >
      <div class="code-sheet">
        {/* The width is an attribute, because the content security policy allows no inline style. */}
        <svg class="code-width" width={`${shown.columns}ch`} height="1" aria-hidden="true" />
        <div class="code-rows" dangerouslySetInnerHTML={{ __html: htmlSlot(shown.html) }} />
        {/* The page is as high as it will be, so that Back finds its position. */}
        {shown.isLarge && (
          <svg class="code-rest needs-script" width="1" height={restHeight(shown)} aria-hidden="true" />
        )}
      </div>
    </div>
  )
}
