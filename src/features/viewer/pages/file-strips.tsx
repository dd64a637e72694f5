import type { ComponentChildren } from 'preact'
import { formatNumber, type Locale } from '#base/messages.ts'
import { Button, ButtonLink } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { Time } from '#ui/components/time.tsx'
import { viewerMessages } from '../messages/viewer.ts'
import { largeMessages } from '../messages/large.ts'
import { COLOUR_BYTES } from '../large.ts'
import type { ShownText, ViewedFile } from '../view.ts'

type Props = { locale: Locale; now: Date; file: ViewedFile; shown: ShownText }

/** Notices that a reader must see before the first line. */
export function FileStrips({ locale, now, file, shown, children }: Props & { children?: ComponentChildren }) {
  const t = viewerMessages(locale)
  return (
    <div class="viewer-strips">
      {children}
      {shown.version !== file.version && <OldVersion locale={locale} now={now} file={file} shown={shown} />}
      {shown.hidden.count > 0 && <HiddenMarks locale={locale} file={file} shown={shown} />}
      {shown.isCut && <Cut locale={locale} file={file} shown={shown} />}
      {shown.isLarge && shown.sizeBytes > COLOUR_BYTES && (
        <Notice kind="info" locale={locale}>
          {largeMessages(locale).plain}
        </Notice>
      )}
      {shown.plain && (
        <Notice kind="info" locale={locale}>
          {t.plain}
        </Notice>
      )}
    </div>
  )
}

/** Script shows all of a large file, and this notice only when it could not load the rest. */
function Cut({ locale, file, shown }: Omit<Props, 'now'>) {
  const t = viewerMessages(locale)
  return (
    <div class={shown.isLarge ? 'without-script' : undefined} id="cut">
      <Notice kind="info" locale={locale}>
        {t.cut(formatNumber(locale, shown.lineCount), formatNumber(locale, shown.allLines))} {t.cutAll}{' '}
        <a href={`/raw/${file.id}?v=${shown.version}`}>{t.raw}</a>
        {' · '}
        <a href={`/download/${file.id}?v=${shown.version}`}>{t.download}</a>
      </Notice>
    </div>
  )
}

function OldVersion({ locale, now, file, shown }: Props) {
  const t = viewerMessages(locale)
  return (
    <Notice kind="warn" locale={locale} title={t.oldVersion(shown.version, file.version)}>
      <div class="strip-row cluster gap-1-4">
        <span>
          {t.savedAt}
          <Time at={shown.savedAt} now={now} locale={locale} show="date" />
        </span>
        <form method="post" action={`/file/${file.id}/restore-version`}>
          <Button name="version" value={String(shown.version)} icon="undo">
            {t.restoreVersion}
          </Button>
        </form>
        <ButtonLink kind="quiet" href={`/file/${file.id}/history?from=${shown.version}&to=${file.version}`}>
          {t.compareNewest}
        </ButtonLink>
        <ButtonLink kind="quiet" href={`/file/${file.id}`}>
          {t.toNewest}
        </ButtonLink>
      </div>
    </Notice>
  )
}

function HiddenMarks({ locale, file, shown }: Omit<Props, 'now'>) {
  const t = viewerMessages(locale)
  const { count, lines, isCut } = shown.hidden
  const query = new URLSearchParams({
    ...(shown.version !== file.version && { v: String(shown.version) }),
    ...(!shown.revealed && { reveal: '1' }),
  })
  return (
    <Notice kind="warn" locale={locale} title={t.hidden(count)}>
      <div class="strip-row cluster gap-1-4">
        <span>
          {t.hiddenLines}{' '}
          {lines.map((line) => (
            <span key={line}>
              <a href={`#L${line}`}>{line}</a>{' '}
            </span>
          ))}
          {isCut && '…'}
        </span>
        <ButtonLink href={`/file/${file.id}?${query}`}>{shown.revealed ? t.conceal : t.reveal}</ButtonLink>
      </div>
    </Notice>
  )
}
