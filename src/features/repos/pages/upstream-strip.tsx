import type { Locale } from '#base/messages.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { upstreamMessages, type UpstreamWords } from '../messages/upstream.ts'
import type { Upstream } from '../origin.ts'
import { shortCommit } from '../short-commit.ts'

/** A banner above a file that was copied from a repository, shown when upstream differs. */
export function UpstreamStrip({ locale, upstream }: { locale: Locale; upstream: Upstream }) {
  if (upstream.state === 'same') return null
  const t = upstreamMessages(locale)
  return (
    <Notice kind={upstream.state === 'unknown' ? 'info' : 'warn'} locale={locale}>
      <div class="strip-row cluster gap-1-4">
        <span>{stripWords(t, upstream)}</span>
        {upstream.state !== 'unknown' && (
          <ButtonLink kind="quiet" href={`/file/${upstream.origin.fileId}/upstream`}>
            {t.see}
          </ButtonLink>
        )}
      </div>
    </Notice>
  )
}

/** Isolates names and hashes left to right inside the sentence. */
const isolated = (text: string) => `\u2068${text}\u2069`

function stripWords(t: UpstreamWords, { state, hasChanged, path, origin }: Upstream): string {
  if (state === 'unknown') return t.stripUnknown
  if (state === 'gone') return t.stripGone
  if (state === 'renamed') return hasChanged ? t.stripRenamedChanged(isolated(path)) : t.stripRenamed(isolated(path))
  return t.stripChanged(isolated(shortCommit(origin.commit)))
}
