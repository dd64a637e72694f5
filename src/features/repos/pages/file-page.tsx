import { isMarkdown } from '#base/language/language.ts'
import { formatNumber, type Locale } from '#base/messages.ts'
import { htmlSlot } from '#base/html-slot.ts'
import { island as Notes } from '#features/notes/islands/notes.tsx'
import type { DrawnCode } from '#features/viewer/view.ts'
import { Outline } from '#ui/components/outline.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { Icon } from '#ui/icons.tsx'
import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { fileNameOf, folderOf, notesKey, repoHref } from '../links.ts'
import { repoRenderedMessages } from '../messages/rendered.ts'
import { repoMessages } from '../messages/repo.ts'
import { type At, type FileShown, type FileNotes, type OpenedFile, isCurrent } from '../view.ts'
import { RepoFileTop } from './file-top.tsx'

type Props = {
  frame: Frame
  now: Date
  at: At
  file: OpenedFile
  shown: FileShown
  notes: FileNotes
  wraps: boolean
}

export function RepoFilePage({ frame, now, at, file, shown, notes, wraps }: Props) {
  const { locale } = frame
  const t = repoMessages(locale)
  const words = repoRenderedMessages(locale)
  const { repo, commit } = at
  const hasMargin = isCurrent(at)
  const outline = shown.as === 'text' ? shown.drawn.outline : { items: [], more: 0 }
  // Reserve the notes column before the notes arrive, so that the code does not move.
  const hasNotes = notes.count > 0 && hasMargin
  const hasPane = outline.items.length > 0 && shown.as === 'text' && isMarkdown(shown.language)
  return (
    <Layout frame={frame} styles={['notes', 'repos', 'viewer']} title={`${fileNameOf(file.path)} · ${repo.name}`}>
      <div class={`viewer-view repo${hasNotes ? ' has-margin' : ''}${hasPane ? ' has-pane' : ''}`}>
        <RepoFileTop
          locale={locale}
          now={now}
          at={at}
          file={{ ...file, text: shown.as === 'text' ? shown : null }}
          current="source"
          noteCount={notes.count}
          tools={{
            note: hasMargin && shown.as === 'text' && 'N',
            outline: outline.items.length > 0 ? 'now' : undefined,
            wrap: shown.as === 'text' ? wraps : undefined,
            own: hasMargin && shown.as === 'text' && <TakeForm locale={locale} at={at} path={file.path} />,
          }}
        />
        {notes.movedFrom.length > 0 && hasMargin && (
          <Notice kind="info" locale={locale}>
            {t.moved(notes.movedFrom.join(', '))}
          </Notice>
        )}
        <div class={bodyClass(hasNotes, hasPane)}>
          <Shown locale={locale} shown={shown} raw={repoHref(repo.name, file.path, { at: commit, raw: 1 })} />
          {outline.items.length > 0 && <Outline label={words.outline} {...outline} isCode={!hasPane} />}
          {hasMargin && shown.as === 'text' && (
            <aside class="notes-column" aria-label={t.notesLabel}>
              <Island
                name="notes/notes"
                component={Notes}
                props={{ locale, fileId: notesKey(repo.name, file.path), view: 'code' as const, count: notes.count }}
                when={notes.count > 0 ? 'now' : 'idle'}
                loads={notes.count > 0 && 'notes/margin/open'}
              />
            </aside>
          )}
        </div>
      </div>
    </Layout>
  )
}

function bodyClass(hasNotes: boolean, hasPane: boolean): string {
  return `viewer-body stack gap-4 items-top anchor${hasNotes ? ' has-notes' : ''}${hasPane ? ' has-outline' : ''}`
}

function TakeForm({ locale, at, path }: { locale: Locale; at: At; path: string }) {
  return (
    <form method="post" action={`${repoHref(at.repo.name)}/import`}>
      <input type="hidden" name="path" value={path} />
      <input type="hidden" name="next" value={folderOf(path)} />
      <button class="option" type="submit">
        <Icon name="files" />
        {repoMessages(locale).take}
      </button>
    </form>
  )
}

function Shown({ locale, shown, raw }: { locale: Locale; shown: FileShown; raw: string }) {
  const t = repoMessages(locale)
  switch (shown.as) {
    case 'text':
      return <RepoCode locale={locale} drawn={shown.drawn} raw={raw} />
    case 'symlink':
      return (
        <p class="code-empty">
          {t.symlinkTo} <bdi dir="ltr">{shown.target}</bdi>
        </p>
      )
    case 'submodule':
      return (
        <p class="code-empty">
          {t.submoduleAt} <bdi dir="ltr">{shown.commit}</bdi>
        </p>
      )
    case 'binary':
      return <p class="code-empty">{t.binary}</p>
    case 'large':
      return <p class="code-empty">{t.large}</p>
  }
}

function RepoCode({ locale, drawn, raw }: { locale: Locale; drawn: DrawnCode; raw: string }) {
  const t = repoMessages(locale)
  if (drawn.lineCount === 0) return <p class="code-empty">{t.emptyFile}</p>
  return (
    <div class="stack gap-2">
      {drawn.isCut && (
        <Notice kind="info" locale={locale}>
          {t.cut(formatNumber(locale, drawn.lineCount))} <a href={raw}>{t.raw}</a>
        </Notice>
      )}
      {drawn.plain && (
        <Notice kind="info" locale={locale}>
          {t.plain}
        </Notice>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it with the arrow keys */}
      <div class="code notranslate panel mono" id="code" dir="ltr" role="region" aria-label={t.code} tabIndex={0}>
        <div class="code-sheet">
          <svg class="code-width" width={`${drawn.columns}ch`} height="1" aria-hidden="true" />
          <div dangerouslySetInnerHTML={{ __html: htmlSlot(drawn.html) }} />
        </div>
      </div>
    </div>
  )
}
