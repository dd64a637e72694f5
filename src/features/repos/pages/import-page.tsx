import { Button } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { repoHref } from '../links.ts'
import { repoMessages } from '../messages/repo.ts'
import { takenOf } from '../import-counts.ts'
import type { At, ImportResult } from '../view.ts'
import { RepoHead } from './repo-head.tsx'

type Props = {
  frame: Frame
  now: Date
  at: At
  /** The folder to return to. */
  back: string
  /** The requested paths. */
  paths: readonly string[]
  result: ImportResult
}

/** An unfinished import: what it copied, what is left, and a button to continue. */
export function ImportPage({ frame, now, at, back, paths, result }: Props) {
  const { locale } = frame
  const t = repoMessages(locale)
  const { left, after } = result
  return (
    <Layout frame={frame} styles={['repos']} title={`${t.take} · ${at.repo.name}`}>
      <div class="repo stack gap-4">
        <RepoHead locale={locale} now={now} at={at} path={back} />
        <Notice kind="info" locale={locale}>
          {t.taken(takenOf(result))} {t.left(left)}
        </Notice>
        <form class="actions" method="post" action={`${repoHref(at.repo.name)}/import`}>
          <input type="hidden" name="next" value={back} />
          <input type="hidden" name="after" value={after} />
          {paths.map((path) => (
            <input key={path} type="hidden" name="path" value={path} />
          ))}
          <Button kind="primary">{t.goOn}</Button>
        </form>
      </div>
    </Layout>
  )
}
