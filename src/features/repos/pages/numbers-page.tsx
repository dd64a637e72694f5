import type { Locale } from '#base/messages.ts'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { repoHref } from '../links.ts'
import { repoMessages } from '../messages.ts'
import type { RepoNumbers } from '../numbers.ts'
import { sizeText } from '#base/size.ts'
import type { At } from '../view.ts'
import { RepoHead } from './repo-head.tsx'

type Props = { frame: Frame; now: Date; at: At; numbers: RepoNumbers }

const SHOWN = 12

export function NumbersPage({ frame, now, at, numbers }: Props) {
  const { locale } = frame
  const t = repoMessages(locale)
  const bytes = numbers.languages.reduce((sum, each) => sum + each.bytes, 0)
  return (
    <Layout frame={frame} title={`${t.numbers} · ${at.repo.name}`}>
      <div class="repo">
        <RepoHead locale={locale} now={now} at={at} path="" />
        <section class="repo-numbers" aria-labelledby="languages">
          <h2 id="languages">{t.languages}</h2>
          <ul>
            {numbers.languages.slice(0, SHOWN).map((each) => (
              <li key={each.name}>
                <bdi>{each.name}</bdi>
                <meter min={0} max={Math.max(1, bytes)} value={each.bytes} aria-label={each.name} />
                <bdi dir="ltr">{sizeText(each.bytes, locale)}</bdi>
                <span>{t.files(each.files)}</span>
              </li>
            ))}
          </ul>
        </section>
        <Paths locale={locale} at={at} title={t.largest} paths={numbers.largest} />
        {numbers.manifests.length > 0 && (
          <Paths locale={locale} at={at} title={t.manifests} paths={numbers.manifests.map((path) => ({ path }))} />
        )}
      </div>
    </Layout>
  )
}

type PathsProps = { locale: Locale; at: At; title: string; paths: readonly { path: string; size?: number }[] }

function Paths({ locale, at, title, paths }: PathsProps) {
  return (
    <section class="repo-numbers">
      <h2>{title}</h2>
      <ul>
        {paths.map(({ path, size }) => (
          <li key={path}>
            <a href={repoHref(at.repo.name, path)}>
              <bdi dir="ltr">{path}</bdi>
            </a>
            {size !== undefined && <bdi dir="ltr">{sizeText(size, locale)}</bdi>}
          </li>
        ))}
      </ul>
    </section>
  )
}
