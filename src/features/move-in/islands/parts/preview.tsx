import type { Locale } from '#base/messages.ts'
import { formatSize } from '#base/size.ts'
import { FileName } from '#ui/components/file-name.tsx'
import { moveInMessages } from '../../messages/page.ts'
import { adjustmentWords, outcomeWords } from '../../messages/plan.ts'
import { sourceNames } from '../../messages/sources.ts'
import { pathOf } from '#features/files/path.ts'
import type { PreviewReply } from '../../schema.ts'
import { Rows } from './rows.tsx'

const MOST_FILES = 200
const MOST_SKIPPED = 100

type Props = { locale: Locale; reply: PreviewReply }

/** What would come, under which names, and what would not and why. */
export function PreviewView({ locale, reply }: Props) {
  const t = moveInMessages(locale)
  const coming = reply.files.filter(({ outcome }) => outcome !== 'unchanged')
  const same = reply.files.length - coming.length
  const skipped = reply.skipped.reduce((sum, { files }) => sum + files, 0)
  return (
    <div class="move-view stack gap-5">
      <div>
        <h2 tabIndex={-1}>{t.previewTitle}</h2>
        <p class="move-facts cluster gap-1-4 numbers above-1">
          <strong>{coming.length > 0 ? t.comes(coming.length) : t.noneComes}</strong>
          {same > 0 && <span>{t.same(same)}</span>}
          {skipped > 0 && <span>{t.skips(skipped)}</span>}
          {reply.files.length > 0 && <span>{t.size(formatSize(reply.total_bytes, locale))}</span>}
          {reply.files.length > 0 && <span>{t.from(sourceNames(locale)[reply.source])}</span>}
        </p>
      </div>
      <Skipped locale={locale} title={t.skippedTitle} skipped={reply.skipped} />
      <Rows title={t.comingTitle} items={reply.files} most={MOST_FILES} more={t.more}>
        {(file) => <ComingFile locale={locale} file={file} />}
      </Rows>
    </div>
  )
}

function ComingFile({ locale, file }: { locale: Locale; file: PreviewReply['files'][number] }) {
  const t = moveInMessages(locale)
  return (
    <>
      <span class="wraps items-baseline shrinks gap-1-2">
        <FileName name={pathOf({ folder: file.folder, fileName: file.file_name })} />
        {file.tags.map((tag) => (
          <span key={tag} class="move-tag muted tiny">
            <bdi>{tag}</bdi>
          </span>
        ))}
      </span>
      <span class="move-about cluster gap-1-4 meta regular">
        <bdi>{file.language}</bdi>
        <span>{outcomeWords(locale)[file.outcome]}</span>
        {file.taken_name !== null && <span>{t.taken(file.taken_name)}</span>}
        {file.adjusted.map((what) => (
          <span key={what}>{adjustmentWords(locale)[what]}</span>
        ))}
      </span>
    </>
  )
}

type SkippedProps = { locale: Locale; title: string; skipped: PreviewReply['skipped'] }

export function Skipped({ locale, title, skipped }: SkippedProps) {
  const t = moveInMessages(locale)
  return (
    <Rows title={title} items={skipped} most={MOST_SKIPPED} more={t.more}>
      {({ path, message, files }) => (
        <>
          <FileName name={path} />
          <span class="meta regular">
            {message}
            {files > 1 && ` (${t.skippedFiles(files)})`}
          </span>
        </>
      )}
    </Rows>
  )
}
