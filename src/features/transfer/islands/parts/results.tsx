import type { ComponentChildren } from 'preact'
import type { Locale } from '#base/messages.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import { isRenamed, type Outcome, tally } from '../../outcome.ts'
import { transferMessages } from '../../messages.ts'

type Kept = Extract<Outcome, { fileName: string }>

/** Lists are cut here: a page with ten thousand rows helps nobody, and the counts above are of all. */
const MOST_PROBLEMS = 200
const MOST_SAVED = 20

/** What became of everything: the counts, then what needs a look, then the rest. The server and the island both show it. */
export function Results({ locale, outcomes }: { locale: Locale; outcomes: readonly Outcome[] }) {
  const t = transferMessages(locale)
  const refused = outcomes.filter((each) => each.outcome === 'refused')
  const skipped = outcomes.filter((each) => each.outcome === 'skipped')
  const renamed = outcomes.filter((each): each is Kept => isRenamed(each))
  const saved = outcomes.filter((each): each is Kept => each.outcome === 'saved' && !isRenamed(each))
  return (
    <div class="transfer-results">
      <Section title={t.failedTitle} items={refused} most={MOST_PROBLEMS} more={t.more}>
        {({ path, message }) => (
          <>
            <bdi class="transfer-path" dir="ltr">
              {path}
            </bdi>
            <span class="transfer-why">{message}</span>
          </>
        )}
      </Section>
      <Section title={t.renamedTitle} hint={t.renamedHint} items={renamed} most={MOST_PROBLEMS} more={t.more}>
        {({ path, fileId, fileName }) => (
          <>
            <a href={`/file/${fileId}`}>
              <bdi>{fileName}</bdi>
            </a>
            <bdi class="transfer-path transfer-why" dir="ltr">
              {path}
            </bdi>
          </>
        )}
      </Section>
      <Section title={t.skippedTitle} hint={t.skippedHint} items={skipped} most={MOST_PROBLEMS} more={t.more}>
        {({ path, files }) => (
          <>
            <bdi class="transfer-path" dir="ltr">
              {path}
            </bdi>
            <span class="transfer-why">{t.skippedFiles(files)}</span>
          </>
        )}
      </Section>
      <Section title={t.savedTitle} items={saved} most={MOST_SAVED} more={t.more}>
        {({ fileId, fileName, version }) => (
          <>
            <a href={`/file/${fileId}`}>
              <bdi>{fileName}</bdi>
            </a>
            {version > 1 && <span class="transfer-why">{t.version(version)}</span>}
          </>
        )}
      </Section>
    </div>
  )
}

type SectionProps<T> = {
  title: string
  hint?: string
  items: readonly T[]
  most: number
  more: (n: number) => string
  children: (item: T) => ComponentChildren
}

function Section<T extends { path: string }>({ title, hint, items, most, more, children }: SectionProps<T>) {
  if (items.length === 0) return null
  return (
    <section class="transfer-section">
      <h3>
        {title} <span class="transfer-count">{items.length}</span>
      </h3>
      {hint && <p class="transfer-why">{hint}</p>}
      <ul class="transfer-list">
        {items.slice(0, most).map((item, i) => (
          <li key={`${i}${item.path}`}>{children(item)}</li>
        ))}
      </ul>
      {items.length > most && <p class="transfer-why">{more(items.length - most)}</p>}
    </section>
  )
}

/** One sentence of counts: said aloud when it changes, and beside it the way on. */
export function Summary({ locale, outcomes, title }: { locale: Locale; outcomes: readonly Outcome[]; title: string }) {
  const t = transferMessages(locale)
  const { saved, unchanged, failed } = tally(outcomes)
  const parts = [t.saved(saved), unchanged > 0 && t.unchanged(unchanged), failed > 0 && t.failed(failed)]
  return (
    <div class="transfer-summary">
      <div>
        <h2>{title}</h2>
        <p>{parts.filter(Boolean).join(' · ')}</p>
      </div>
      <ButtonLink kind="primary" href="/files">
        {t.toFiles}
      </ButtonLink>
    </div>
  )
}
