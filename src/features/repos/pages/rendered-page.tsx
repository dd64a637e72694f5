import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { fileNameOf, repoHref } from '../links.ts'
import { repoRenderedMessages } from '../messages/rendered.ts'
import type { At, RenderedFile } from '../view.ts'
import { RepoFileTop } from './file-top.tsx'
import { Prose } from './prose.tsx'

type Props = { frame: Frame; now: Date; at: At; path: string; rendered: RenderedFile }

export function RepoRenderedPage({ frame, now, at, path, rendered }: Props) {
  const { locale } = frame
  return (
    <Layout
      frame={frame}
      styles={['notes', 'rendered', 'repos', 'viewer']}
      title={`${fileNameOf(path)} · ${at.repo.name}`}
    >
      <div class="repo repo-wide stack gap-4">
        <RepoFileTop locale={locale} now={now} at={at} file={rendered.file} current="rendered" />
        <Shown locale={locale} at={at} path={path} rendered={rendered} />
      </div>
    </Layout>
  )
}

/** A picture is always an `img`, and a page a frame without origin, scripts or network, as for library files. */
function Shown({ locale, at, path, rendered }: Omit<Props, 'frame' | 'now'> & { locale: Locale }) {
  const t = repoRenderedMessages(locale)
  const source = (as: 'svg' | 'page') => repoHref(at.repo.name, path, { at: at.commit, as })
  switch (rendered.kind) {
    case 'markdown':
      return <Prose locale={locale} text={rendered.text} />
    case 'svg':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it with the arrow keys
        <div class="repo-picture centered pad-4" role="region" aria-label={t.picture} tabIndex={0}>
          <img src={source('svg')} alt={fileNameOf(path)} />
        </div>
      )
    case 'html':
      return (
        <>
          <p class="repo-pinned row meta gap-2">
            <Icon name="shield" />
            <span>{t.safe}</span>
          </p>
          <iframe
            class="repo-frame full"
            src={source('page')}
            title={`${t.page} ${fileNameOf(path)}`}
            sandbox=""
            referrerpolicy="no-referrer"
          />
        </>
      )
  }
}
