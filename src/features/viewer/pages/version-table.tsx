import type { Locale } from '#base/messages.ts'
import { formatSize } from '#base/size.ts'
import { Button, ButtonLink } from '#ui/components/button.tsx'
import { Chip } from '#ui/components/chip.tsx'
import { Time } from '#ui/components/time.tsx'
import { historyMessages, type HistoryWords } from '../messages/history.ts'
import { viewerMessages } from '../messages/viewer.ts'
import type { VersionDiff, VersionRow, ViewedFile } from '../view.ts'

type Props = {
  locale: Locale
  now: Date
  file: ViewedFile
  versions: readonly VersionRow[]
  diff: VersionDiff | null
}

export function VersionTable({ locale, now, file, versions, diff }: Props) {
  const t = historyMessages(locale)
  const newest = file.version
  const chosen = { from: diff?.from ?? Math.max(1, newest - 1), to: diff?.to ?? newest }
  return (
    <table class="versions panel small full">
      <thead>
        <tr class="hovers">
          <th class="muted tiny" scope="col">
            {t.from}
          </th>
          <th class="muted tiny" scope="col">
            {t.to}
          </th>
          <th class="muted tiny" scope="col">
            {t.versions}
          </th>
          <th class="muted tiny" scope="col">
            {t.when}
          </th>
          <th class="muted tiny" scope="col">
            {t.changes}
          </th>
          <th class="muted tiny" scope="col">
            {t.sourceOf}
          </th>
          <th class="muted tiny" scope="col">
            {t.size}
          </th>
          <th class="muted tiny" scope="col">
            <span class="visually-hidden">{t.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {versions.map((row) => (
          <Row key={row.version} locale={locale} now={now} file={file} row={row} chosen={chosen} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = Pick<Props, 'locale' | 'now' | 'file'> & { row: VersionRow; chosen: { from: number; to: number } }

function Row({ locale, now, file, row, chosen }: RowProps) {
  const t = historyMessages(locale)
  const words = viewerMessages(locale)
  const { version } = row
  const isNewest = version === file.version
  return (
    <tr class="hovers">
      <td class="version-pick">
        <Pick name="from" version={version} checked={version === chosen.from} label={t.fromVersion(version)} />
      </td>
      <td class="version-pick">
        <Pick name="to" version={version} checked={version === chosen.to} label={t.toVersion(version)} />
      </td>
      <th class="version-name" scope="row">
        <a
          class="strong mono"
          href={isNewest ? `/file/${file.id}` : `/file/${file.id}?v=${version}`}
          aria-label={t.showVersion(version)}
        >
          <bdi dir="ltr">v{version}</bdi>
        </a>
        {isNewest && <Chip tone="accent">{t.newest}</Chip>}
      </th>
      <td class="version-when">
        <Time at={row.savedAt} now={now} locale={locale} />
      </td>
      <td class="version-changes">
        <Changes t={t} added={row.added} removed={row.removed} />
      </td>
      <td class="version-source breaks">
        <Source locale={locale} row={row} />
      </td>
      <td class="version-size">
        <bdi dir="ltr">{formatSize(row.sizeBytes, locale)}</bdi>
      </td>
      <td class="version-actions">
        <div class="version-ways wraps">
          <CompareLink file={file} version={version} t={t} />
          {isNewest ? (
            version > 1 && <RestoreButton file={file} version={version - 1} words={t.restoreBefore} />
          ) : (
            <RestoreButton file={file} version={version} words={words.restore} label={t.restoreNumber(version)} />
          )}
        </div>
      </td>
    </tr>
  )
}

/** Of the newest version, what it changed; of an earlier one, everything since. */
function CompareLink({ file, version, t }: { file: ViewedFile; version: number; t: HistoryWords }) {
  const isNewest = version === file.version
  const from = isNewest ? version - 1 : version
  if (from < 1) return null
  const label = isNewest ? t.compareBefore(version) : t.compareNewest(version)
  return (
    <ButtonLink kind="quiet" href={`/file/${file.id}/history?from=${from}&to=${file.version}`} label={label}>
      {t.compare}
    </ButtonLink>
  )
}

type RestoreProps = { file: ViewedFile; version: number; words: string; label?: string }

export function RestoreButton({ file, version, words, label }: RestoreProps) {
  return (
    <form method="post" action={`/file/${file.id}/restore-version`}>
      <Button kind="quiet" name="version" value={String(version)} icon="undo" {...(label !== undefined && { label })}>
        {words}
      </Button>
    </form>
  )
}

/** Which token saved a version, with a link to everything else it did. */
function Source({ locale, row: { source, token } }: { locale: Locale; row: VersionRow }) {
  const t = historyMessages(locale)
  // The API calls an edit `web`, whoever sends it; a token is never on the site.
  const words = source === 'restore' ? t.restoreSource : t[token && source === 'web' ? 'api' : source]
  if (!token) return <>{words}</>
  return (
    <>
      {words} ·{' '}
      {token.id === null ? (
        <bdi>{token.name}</bdi>
      ) : (
        <a href={`/settings/agents?token=${token.id}`} title={t.tokenActivity}>
          <bdi>{token.name}</bdi>
        </a>
      )}
    </>
  )
}

function Pick(props: { name: 'from' | 'to'; version: number; checked: boolean; label: string }) {
  return (
    <label class="centered">
      <input
        type="radio"
        form="compare"
        name={props.name}
        value={props.version}
        checked={props.checked}
        aria-label={props.label}
        autocomplete="off"
      />
    </label>
  )
}

/** `+12 −3`, with words for screen readers. A zero is left out: a red `−0` looks like a deletion. */
export function Changes({ t, added, removed }: { t: HistoryWords; added: number; removed: number }) {
  return (
    <>
      <span class="visually-hidden">
        {t.added(added)}, {t.removed(removed)}
      </span>
      <bdi class="changes tiny mono" dir="ltr" aria-hidden="true">
        {added > 0 && <span class="success">+{added}</span>} {removed > 0 && <span class="danger">−{removed}</span>}
      </bdi>
    </>
  )
}
