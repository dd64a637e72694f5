import { type HtmlBytes, htmlSlot } from '#base/html-slot.ts'
import { Button } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { WorkspaceHead } from '#ui/components/workspace/head.tsx'
import { PathCrumbs } from '#ui/components/workspace/path.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { Island } from '#ui/island.tsx'
import { island as Notes } from '#features/notes/islands/notes.tsx'
import { renderedPath } from '#features/viewer/view.ts'
import type { Form, Refused } from '../fields.ts'
import { editorMessages } from '../messages.ts'
import { DetailsPanel } from './details-panel.tsx'

type Props = Form & {
  frame: Frame
  /** The owner of drafts in this browser, so that another user of it does not see them. */
  owner: string
  styleNonce: string
  noteCount: number
  /** `stored` is null when the script reads it from the textarea. */
  texts: { typed: HtmlBytes; stored: HtmlBytes | null; theirs: HtmlBytes | null }
}

/** A plain form that needs no script; the island replaces the textarea and saves without leaving the page. */
export function EditorPage({ frame, owner, styleNonce, noteCount, file, fields, refused, texts }: Props) {
  const t = editorMessages(frame.locale)
  const title = file ? t.editTitle(file.fileName) : t.newTitle
  return (
    <Layout frame={frame} styles={['editor', 'notes']} title={title}>
      {/* The notes are beside the form: a key in one of their fields must not send it. */}
      <div class={`editor-view with-notes${noteCount > 0 ? ' has-notes' : ''} stack items-top anchor`}>
        <form
          id="editor-form"
          class="editor"
          method="post"
          action={file ? `/file/${file.id}/edit` : '/files/new'}
          data-file={file?.id}
        >
          {file && <input type="hidden" name="prev_version" value={file.version} />}
          <EditorHead frame={frame} title={title} file={file} fields={fields} />
          {refused && <RefusedNotice frame={frame} file={file} refused={refused} />}
          <Code frame={frame} owner={owner} styleNonce={styleNonce} file={file} texts={texts} />
          {refused?.theirs && texts.theirs && (
            <Theirs frame={frame} version={refused.theirs.version} text={texts.theirs} />
          )}
        </form>
        {file && (
          <aside class="notes-column" aria-label={t.notes}>
            <Island
              name="notes/notes"
              component={Notes}
              props={{ locale: frame.locale, fileId: file.id, view: 'editor' as const, count: noteCount }}
            />
          </aside>
        )}
      </div>
    </Layout>
  )
}

/** Replaced by the id of a new file once it is saved: the views are hidden until then. */
const NEW_ID = 'new'

function EditorHead({ frame, title, file, fields }: Pick<Props, 'frame' | 'file' | 'fields'> & { title: string }) {
  const { locale } = frame
  const t = editorMessages(locale)
  const path = `/file/${file?.id ?? NEW_ID}`
  return (
    <WorkspaceHead
      locale={locale}
      path={
        <PathCrumbs label={t.path} above={[{ name: t.files, href: '/files' }]}>
          <h1 class="visually-hidden">{title}</h1>
          <input
            class="input editor-name shrinks medium"
            name="file_name"
            aria-label={t.fileName}
            dir="auto"
            autocomplete="off"
            spellcheck={false}
            maxlength={255}
            value={fields.fileName}
            placeholder={file ? t.fileName : t.namePlaceholder}
            required={file !== null}
          />
        </PathCrumbs>
      }
      facts={<span id="editor-status" class="editor-status meta" role="status" dir="auto" />}
      views={{
        source: path,
        rendered: file ? (renderedPath(file) ?? undefined) : undefined,
        edit: `${path}/edit`,
        history: `${path}/history`,
      }}
      current="edit"
      tree={file ? `/file/${file.id}/tree` : undefined}
      areViewsHidden={file === null}
      tools={
        file
          ? {
              note: 'Alt+Enter',
              share: `/shares/new?files=${file.id}`,
              raw: `/raw/${file.id}`,
              download: `/download/${file.id}`,
            }
          : {}
      }
    >
      <DetailsPanel locale={locale} fields={fields} file={file} />
      <Button kind="primary">{file ? t.save : t.create}</Button>
    </WorkspaceHead>
  )
}

function RefusedNotice({ frame, file, refused }: Pick<Props, 'frame' | 'file'> & { refused: Refused }) {
  const t = editorMessages(frame.locale)
  if (refused.theirs)
    return (
      <Notice kind="warn" locale={frame.locale} title={t.staleTitle}>
        {t.staleText(refused.theirs.version)}
      </Notice>
    )
  // An update of a deleted file returns the form of a new file.
  const isGone = !file && frame.path.startsWith('/file/')
  return (
    <Notice kind="error" locale={frame.locale}>
      {isGone ? t.gone : refused.text} {refused.suggestion !== undefined && t.suggestion(refused.suggestion)}
    </Notice>
  )
}

/** A textarea lays out all of its lines, 2,000 of them in a third of a second on a phone; the editor draws those in view. */
const LARGE_BYTES = 50_000

function Code({ frame, owner, styleNonce, file, texts }: Omit<Props, 'refused' | 'fields' | 'noteCount'>) {
  const t = editorMessages(frame.locale)
  const props = {
    locale: frame.locale,
    owner,
    file: file && { id: file.id, version: file.version },
  }
  return (
    <div class="editor-code stack shrinks gap-2">
      {/* Script reads the nonce here: browsers hide it from everything but the element itself. */}
      <style id="editor-nonce" nonce={styleNonce} />
      {/* The attributes of an island come first: `renderPage` looks for them. */}
      <cs-island
        data-island="editor/editor"
        data-when="now"
        data-loads="browser/editor"
        class="stack shrinks gap-4"
        data-props={JSON.stringify(props)}
      />
      <textarea
        id="editor-content"
        class="editor-text small mono full pad-3"
        name="content"
        dir="ltr"
        rows={24}
        wrap="off"
        spellcheck={false}
        autocapitalize="off"
        aria-label={t.content}
        data-large={texts.typed.bytes.length > LARGE_BYTES ? '' : undefined}
        dangerouslySetInnerHTML={{ __html: htmlSlot(texts.typed) }}
      />
      {/* A data block, which browsers do not run. */}
      {texts.stored && (
        <script
          id="editor-stored"
          type="application/json"
          dangerouslySetInnerHTML={{ __html: htmlSlot(texts.stored) }}
        />
      )}
      <p id="editor-hint" class="editor-hint muted tiny" hidden>
        {t.keysHint}
      </p>
    </div>
  )
}

function Theirs({ frame, version, text }: { frame: Frame; version: number; text: HtmlBytes }) {
  const t = editorMessages(frame.locale)
  return (
    <div class="editor-theirs stack gap-2">
      <label for="editor-theirs">{t.staleTheirs(version)}</label>
      <textarea
        id="editor-theirs"
        class="editor-text small mono full pad-3"
        dir="ltr"
        rows={16}
        wrap="off"
        readOnly
        dangerouslySetInnerHTML={{ __html: htmlSlot(text) }}
      />
    </div>
  )
}
