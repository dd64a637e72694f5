import type { ComponentChildren } from 'preact'
import { direction, type Locale } from '#base/messages.ts'
import { formatSize } from '#base/size.ts'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { repoHref } from '../links.ts'
import { repoMessages } from '../messages/repo.ts'
import type { RepoNumbers } from '../numbers.ts'
import type { At } from '../view.ts'
import { RepoHead } from './repo-head.tsx'

type Props = { frame: Frame; now: Date; at: At; numbers: RepoNumbers }

const SHOWN = 12
const MANIFESTS_SHOWN = 100

export function NumbersPage({ frame, now, at, numbers }: Props) {
  const { locale } = frame
  const t = repoMessages(locale)
  return (
    <Layout frame={frame} styles={['repos']} title={`${t.numbers} · ${at.repo.name}`}>
      <div class="repo stack gap-4">
        <RepoHead locale={locale} now={now} at={at} path="" current="insights" />
        <Languages locale={locale} numbers={numbers} />
        <Hot locale={locale} at={at} hot={numbers.hot} />
        <Largest locale={locale} at={at} largest={numbers.largest} />
        {numbers.manifests.length > 0 && (
          <Section title={t.manifests}>
            <ul class="repo-manifests stack gap-1">
              {numbers.manifests.slice(0, MANIFESTS_SHOWN).map((path) => (
                <li key={path} class="row small">
                  <PathLink at={at} path={path} />
                </li>
              ))}
            </ul>
            {numbers.manifests.length > MANIFESTS_SHOWN && (
              <p class="meta-line">{t.otherManifests(numbers.manifests.length - MANIFESTS_SHOWN)}</p>
            )}
          </Section>
        )}
      </div>
    </Layout>
  )
}

function Languages({ locale, numbers: { languages } }: { locale: Locale; numbers: RepoNumbers }) {
  const t = repoMessages(locale)
  const most = Math.max(1, ...languages.map(({ bytes }) => bytes))
  return (
    <Section title={t.languages}>
      <ul class="repo-bars stack gap-1">
        {languages.slice(0, SHOWN).map(({ name, bytes, files }) => (
          <li key={name} class="small grid gap-3">
            <bdi class="repo-bar-name breaks">{name}</bdi>
            <Bar locale={locale} part={bytes / most} />
            <bdi dir="ltr">{formatSize(bytes, locale)}</bdi>
            <span>{t.files(files)}</span>
          </li>
        ))}
      </ul>
      {languages.length > SHOWN && <p class="meta-line">{t.otherLanguages(languages.length - SHOWN)}</p>}
    </Section>
  )
}

function Hot({ locale, at, hot }: { locale: Locale; at: At; hot: RepoNumbers['hot'] }) {
  const t = repoMessages(locale)
  const most = Math.max(1, ...hot.files.map(({ changes }) => changes))
  return (
    <Section title={t.hot} hint={t.hotOf(hot.commits)}>
      {hot.files.length === 0 ? (
        <p class="meta-line">{t.noneHot}</p>
      ) : (
        <ul class="repo-bars repo-bars-paths stack gap-1">
          {hot.files.map(({ path, changes }) => (
            <li key={path} class="small grid gap-3">
              <PathLink at={at} path={path} />
              <Bar locale={locale} part={changes / most} />
              <span>{t.changes(changes)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Largest({ locale, at, largest }: { locale: Locale; at: At; largest: RepoNumbers['largest'] }) {
  const t = repoMessages(locale)
  const most = Math.max(1, ...largest.map(({ size }) => size))
  return (
    <Section title={t.largest}>
      <ul class="repo-bars repo-bars-paths stack gap-1">
        {largest.map(({ path, size }) => (
          <li key={path} class="small grid gap-3">
            <PathLink at={at} path={path} />
            <Bar locale={locale} part={size / most} />
            <bdi dir="ltr">{formatSize(size, locale)}</bdi>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ComponentChildren }) {
  return (
    <section class="stack gap-2">
      <h2 class="sized-l">{title}</h2>
      {hint && <p class="meta-line">{hint}</p>}
      {children}
    </section>
  )
}

function PathLink({ at, path }: { at: At; path: string }) {
  return (
    <a class="repo-bar-name breaks" href={repoHref(at.repo.name, path)}>
      <bdi dir="ltr">{path}</bdi>
    </a>
  )
}

/** A bar that grows from the start of the line. It is hidden from screen readers, because the number is beside it. */
function Bar({ locale, part }: { locale: Locale; part: number }) {
  const width = Math.max(0.5, part * 100)
  return (
    <svg class="repo-bar-chart full" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="repo-bar-rail" width="100" height="8" />
      <rect class="repo-bar-part" x={direction(locale) === 'rtl' ? 100 - width : 0} width={width} height="8" />
    </svg>
  )
}
