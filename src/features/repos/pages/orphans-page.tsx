import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { orphanMessages } from '../messages/orphans.ts'
import type { Note } from '#features/notes/note.ts'

export type OrphansNotice = 'attached' | 'no_file' | 'changed'
type Props = {
  frame: Frame
  repoName: string
  notes: readonly Note[]
  isMirrored: boolean
  isUnknown: boolean
  news: OrphansNotice | null
}

/** Lists each orphan with its text, its old path, and a form to attach it to another file. */
export function RepoOrphansPage({ frame, repoName, notes, isMirrored, isUnknown, news }: Props) {
  const { locale } = frame
  const t = orphanMessages(locale)
  return (
    <Layout frame={frame} styles={['notes', 'repos']} title={t.title}>
      <div class="orphans stack gap-4">
        <div class="page-head">
          <h1>{t.title}</h1>
          <p>
            {isMirrored ? (
              <a href={`/repos/${repoName}`}>
                <bdi dir="ltr">{repoName}</bdi>
              </a>
            ) : (
              <bdi dir="ltr">{repoName}</bdi>
            )}
          </p>
        </div>
        {news && (
          <Notice kind={news === 'attached' ? 'success' : 'error'} locale={locale}>
            {{ attached: t.attached, no_file: t.noFile, changed: t.changed }[news]}
          </Notice>
        )}
        {!isMirrored && (
          <Notice kind="warn" locale={locale}>
            {t.left}
          </Notice>
        )}
        {isUnknown ? (
          <Notice kind="warn" locale={locale}>
            {t.unknown}
          </Notice>
        ) : (
          notes.length === 0 && <p>{t.none}</p>
        )}
        <ul class="orphan-list stack gap-3">
          {notes.map((note) => (
            <Orphan key={note.id} locale={locale} note={note} canAttach={isMirrored} />
          ))}
        </ul>
      </div>
    </Layout>
  )
}

function Orphan({ locale, note, canAttach }: { locale: Locale; note: Note; canAttach: boolean }) {
  const t = orphanMessages(locale)
  const path = note.target.kind === 'repo' ? note.target.repoPath : ''
  const excerpt = note.title === '' ? note.content : note.title
  return (
    <li class="stack panel gap-2 pad-4" id={`note-${note.id}`}>
      <p class="meta breaks">
        {t.was}{' '}
        <bdi dir="ltr">
          {path}
          {note.lineStart !== null && `:${note.lineStart}`}
        </bdi>
      </p>
      <p class="breaks pre" dir="auto">
        {excerpt.trim() === '' ? t.emptyNote : excerpt}
      </p>
      {note.quote && (
        <pre class="note-quote pre" dir="ltr">
          {note.quote.text}
        </pre>
      )}
      {canAttach && (
        <form class="actions items-bottom" method="post" action={`/notes/orphans/${note.id}/attach`}>
          <label class="field">
            <span>{t.path}</span>
            <input class="input" name="repo_path" dir="ltr" required maxLength={1000} value={path} spellcheck={false} />
          </label>
          <label class="orphan-line field">
            <span>{t.line}</span>
            <input class="input" name="line_start" type="number" min={1} value={note.lineStart ?? ''} />
          </label>
          <Button>{t.attach}</Button>
        </form>
      )}
    </li>
  )
}
