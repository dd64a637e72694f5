import type { Locale } from '#base/messages.ts'
import { SECONDS_PER_DAY } from '#base/time.ts'
import { Button, ButtonLink } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { FileName } from '#ui/components/file-name.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import { Time } from '#ui/components/time.tsx'
import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import type { File } from '../file.ts'
import { island as TrashSelection } from '../islands/trash.tsx'
import { trashMessages } from '../messages/trash.ts'
import { pathOf } from '../path.ts'
import { LanguageDot } from './language-dot.tsx'
import { formatSize } from '#base/size.ts'

export type TrashNotice =
  | { what: 'restored'; file: File }
  | { what: 'restored_many'; n: number; left: number }
  | { what: 'purged' }
  | { what: 'none' }
  | { what: 'taken'; fileId: string; fileName: string; suggestion: string }
  | { what: 'bad_cursor' }

type Props = { frame: Frame; now: Date; files: readonly File[]; next: string | null; news: TrashNotice | null }

export function TrashPage({ frame, now, files, next, news }: Props) {
  const t = trashMessages(frame.locale)
  return (
    <Layout frame={frame} styles={['files']} title={t.trashTitle}>
      <PageHead title={t.trashTitle} hint={t.trashHint} />
      {news && <News news={news} locale={frame.locale} />}
      {files.length === 0 ? (
        <EmptyState icon="trash" title={t.trashEmpty} text={t.trashEmptyText}>
          <ButtonLink href="/files">{t.backToFiles}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <form class="cluster gap-3 above-4" id={CHOSEN} method="post" action="/trash/restore">
            <label class="tick needs-script">
              <input type="checkbox" data-all autocomplete="off" />
              {t.selectAll}
            </label>
            <Button>{t.restoreChosen}</Button>
          </form>
          <ul class="trash-rows rule-above above-2" aria-label={t.trashList}>
            {files.map((file) => (
              <TrashRow key={file.id} file={file} now={now} locale={frame.locale} />
            ))}
          </ul>
          <Island name="files/trash" component={TrashSelection} props={{}} when="idle" />
        </>
      )}
      {next !== null && (
        <p class="list-more stack">
          <a class="button button-plain" rel="next" href={next}>
            {t.moreTrash}
          </a>
        </p>
      )}
    </Layout>
  )
}

function News({ news, locale }: { news: TrashNotice; locale: Locale }) {
  const t = trashMessages(locale)
  switch (news.what) {
    case 'restored':
      return (
        <Notice kind="success" locale={locale}>
          {t.restored}{' '}
          <a href={`/file/${news.file.id}`}>
            <FileName name={pathOf(news.file)} />
          </a>
        </Notice>
      )
    case 'restored_many':
      return (
        <Notice kind={news.left > 0 ? 'warn' : 'success'} locale={locale}>
          {t.restoredMany(news.n)} {news.left > 0 && t.namesTaken(news.left)}
        </Notice>
      )
    case 'none':
      return (
        <Notice kind="warn" locale={locale}>
          {t.noneChosen}
        </Notice>
      )
    case 'purged':
      return (
        <Notice kind="success" locale={locale}>
          {t.purged}
        </Notice>
      )
    case 'taken':
      return (
        <Notice kind="warn" locale={locale}>
          {t.taken(news.fileName)}
          <form class="actions above-2" method="post" action={`/trash/${news.fileId}/restore`}>
            <input
              class="input"
              name="file_name"
              value={news.suggestion}
              aria-label={t.newName}
              dir="auto"
              required
              autocomplete="off"
            />
            <Button>{t.restoreAs}</Button>
          </form>
        </Notice>
      )
    case 'bad_cursor':
      return (
        <Notice kind="warn" locale={locale}>
          {t.badCursor}
        </Notice>
      )
  }
}

/** The form of the ticked rows. Each row has forms of its own, so its box names this one. */
const CHOSEN = 'trash-chosen'

function TrashRow({ file, now, locale }: { file: File; now: Date; locale: Locale }) {
  const t = trashMessages(locale)
  const path = pathOf(file)
  const days = daysLeft(file.purgeAt, now)
  return (
    <li class="trash-row rule-below grid">
      <label class="row gap-3 tap">
        <input
          type="checkbox"
          name="file_ids"
          value={file.id}
          form={CHOSEN}
          aria-label={t.select(path)}
          autocomplete="off"
        />
        <LanguageDot language={file.language} />
      </label>
      <div class="shrinks">
        <span class="file-link flex quiet-link shrinks medium" title={path}>
          <span class="visually-hidden">{path}</span>
          <span class="flex shrinks" aria-hidden="true">
            <FileName name={path} />
          </span>
        </span>
        <p class="file-text truncate meta">
          {t.deleted} {file.deletedAt && <Time at={file.deletedAt} now={now} locale={locale} />}
          {' · '}
          <bdi dir="ltr">{formatSize(file.sizeBytes, locale)}</bdi>
        </p>
      </div>
      <span class="trash-days meta nowrap text-end" data-soon={days <= 3 ? '' : undefined}>
        {days < 1 ? t.lastDay : t.daysLeft(Math.round(days))}
        {file.purgeAt && (
          <span class="trash-until muted regular">
            {t.until} <Time at={file.purgeAt} now={now} locale={locale} show="date" />
          </span>
        )}
      </span>
      <div class="actions">
        <form method="post" action={`/trash/${file.id}/restore`}>
          <Button label={t.restoreOne(path)}>{t.restore}</Button>
        </form>
        <Purge file={file} locale={locale} />
      </div>
    </li>
  )
}

/** Purging cannot be undone, so it takes two steps; both work without script. */
function Purge({ file, locale }: { file: File; locale: Locale }) {
  const t = trashMessages(locale)
  const id = `purge-${file.id}`
  return (
    <>
      <button class="button button-remove" type="button" popovertarget={id} aria-label={t.purgeOne(file.fileName)}>
        {t.purge}
      </button>
      <div
        class="float menu menu-form purge-menu"
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t.purgeOne(file.fileName)}
      >
        <p>{t.purgeSure}</p>
        <form method="post" action={`/trash/${file.id}/purge`}>
          <Button kind="danger" icon="trash">
            {t.purgeForGood}
          </Button>
        </form>
      </div>
    </>
  )
}

/** Whole days left; the last day counts as zero. */
function daysLeft(purgeAt: Date | null, now: Date): number {
  return purgeAt ? (purgeAt.getTime() - now.getTime()) / (SECONDS_PER_DAY * 1000) : 0
}
