import type { ComponentChildren } from 'preact'
import type { Locale } from '#base/messages.ts'
import { FileName } from '#ui/components/file-name.tsx'
import { ButtonLink } from '#ui/components/button.tsx'
import { pathOf } from '#features/files/path.ts'
import { readingPath } from '#base/reading-path.ts'
import { type Counts, type Extras, isRenamed, type Outcome, tally } from '../../outcome.ts'
import { transferMessages } from '../../messages/transfer.ts'

type Kept = Extract<Outcome, { fileName: string }>

/** Longer lists are cut, because ten thousand rows are unreadable; the counts above include all. */
const MOST_PROBLEMS = 200
const MOST_SAVED = 20

/** The results of an import: counts, then problems, then the rest. Rendered by the server and by the island. */
export function Results({ locale, outcomes }: { locale: Locale; outcomes: readonly Outcome[] }) {
  const t = transferMessages(locale)
  const refused = outcomes.filter((each) => each.outcome === 'refused')
  const skipped = outcomes.filter((each) => each.outcome === 'skipped')
  const renamed = outcomes.filter((each): each is Kept => isRenamed(each))
  const saved = outcomes.filter((each): each is Kept => each.outcome === 'saved' && !isRenamed(each))
  return (
    <div class="transfer-results hides-empty stack gap-5">
      <Section title={t.failedTitle} items={refused} most={MOST_PROBLEMS} more={t.more}>
        {({ kind, path, name, message }) => (
          <>
            <span class="shrinks">
              {kind !== 'file' && <span class="meta">{t[kind]}: </span>}
              <Name path={path} name={name} />
            </span>
            <span class="meta">{message}</span>
          </>
        )}
      </Section>
      <Section title={t.renamedTitle} hint={t.renamedHint} items={renamed} most={MOST_PROBLEMS} more={t.more}>
        {({ path, fileId, fileName }) => (
          <>
            <a class="shrinks" href={hrefOf(fileId, fileName)} aria-label={fileName}>
              <FileName name={fileName} />
            </a>
            <span class="meta">
              <FileName name={path} />
            </span>
          </>
        )}
      </Section>
      <Section title={t.skippedTitle} hint={t.skippedHint} items={skipped} most={MOST_PROBLEMS} more={t.more}>
        {({ path, files }) => (
          <>
            <FileName name={path} />
            <span class="meta">{t.skippedFiles(files)}</span>
          </>
        )}
      </Section>
      <Section title={t.savedTitle} items={saved} most={MOST_SAVED} more={t.more}>
        {({ fileId, folder, fileName, version }) => (
          <>
            <a class="shrinks" href={hrefOf(fileId, fileName)} aria-label={pathOf({ folder, fileName })}>
              <FileName name={pathOf({ folder, fileName })} />
            </a>
            {version > 1 && <span class="meta">{t.version(version)}</span>}
          </>
        )}
      </Section>
    </div>
  )
}

/** The reply of an upload does not name the language of a file; the list opens Markdown as a page too. */
function hrefOf(id: string, fileName: string): string {
  return readingPath({ id, language: /\.(?:md|markdown)$/i.test(fileName) ? 'Markdown' : '' })
}

function Name({ path, name }: { path: string; name: string | null }) {
  return name === null ? <FileName name={path} /> : <bdi>{name}</bdi>
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
    <section class="stack gap-2">
      <h3>
        {title} <span class="muted regular">{items.length}</span>
      </h3>
      {hint && <p class="meta">{hint}</p>}
      <ul class="transfer-list">
        {items.slice(0, most).map((item, i) => (
          <li key={`${i}${item.path}`} class="wraps gap-1-4 between items-baseline breaks rule-above">
            {children(item)}
          </li>
        ))}
      </ul>
      {items.length > most && <p class="meta">{more(items.length - most)}</p>}
    </section>
  )
}

type SummaryProps = { locale: Locale; outcomes: readonly Outcome[]; extras: Extras; title: string }

/** Counts of files, then of the other items of an export, and a link onwards. */
export function Summary({ locale, outcomes, extras, title }: SummaryProps) {
  const t = transferMessages(locale)
  const { saved, unchanged, failed } = tally(outcomes)
  const parts = [t.saved(saved), unchanged > 0 && t.unchanged(unchanged), failed > 0 && t.failed(failed)]
  const rows = [
    { label: t.notes, counts: extras.notes },
    { label: t.shares, counts: extras.shares },
    { label: t.boards, counts: extras.boards },
    { label: t.views, counts: extras.views },
    { label: t.reminders, counts: extras.reminders },
    { label: t.repositories, counts: extras.repositories },
  ].filter(({ counts }) => isAny(counts))
  return (
    <div class="transfer-summary spread gap-3-4">
      <div>
        <h2>{title}</h2>
        <p>{parts.filter(Boolean).join(' · ')}</p>
        {rows.map(({ label, counts }) => (
          <p key={label}>{t.extra(label, counts)}</p>
        ))}
        {extras.shares.newAddress > 0 && <p>{t.newAddress(extras.shares.newAddress)}</p>}
        {isAny(extras.settings) && <p>{t.settingsResult(extras.settings)}</p>}
      </div>
      <ButtonLink kind="primary" href="/files">
        {t.toFiles}
      </ButtonLink>
    </div>
  )
}

function isAny({ saved, unchanged, failed }: Counts): boolean {
  return saved + unchanged + failed > 0
}
