import { formatNumber, type Locale } from '#base/messages.ts'
import { htmlSlot } from '#base/html-slot.ts'
import { Notice } from '#ui/components/notice.tsx'
import { shareMessages } from '../messages.ts'
import type { SharedNote } from '../shared-note.ts'
import type { Drawn } from '../view.ts'
import { SharedNotes } from './shared-notes.tsx'

/** `whole`: the address of the whole file, where the reader may download it. */
type Props = { locale: Locale; drawn: Drawn; notes: readonly SharedNote[]; whole?: string | undefined }

/** The code of a share and its notes: on its page, and in the preview before it is created. Code is always left to right. */
export function SharedCode({ locale, drawn, notes, whole }: Props) {
  const t = shareMessages(locale)
  return (
    <>
      {drawn.isCut && (
        <Notice kind="info" locale={locale}>
          {t.cut(formatNumber(locale, drawn.lineCount))} {whole !== undefined && <a href={whole}>{t.download}</a>}
        </Notice>
      )}
      {drawn.plain && (
        <Notice kind="info" locale={locale}>
          {t.plain}
        </Notice>
      )}
      {drawn.lineCount === 0 ? (
        <p class="code-empty">{t.empty}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it with the arrow keys
        <div class={codeClass(drawn, notes)} dir="ltr" role="region" aria-label={t.code} tabIndex={0}>
          <div class="code-sheet">
            {/* The width is an attribute, because the content security policy allows no inline style. */}
            <svg class="code-width" width={`${drawn.columns}ch`} height="1" aria-hidden="true" />
            <div dangerouslySetInnerHTML={{ __html: htmlSlot(drawn.html) }} />
          </div>
        </div>
      )}
      <SharedNotes locale={locale} notes={notes} />
    </>
  )
}

/** Numbers of notes need more room beside the lines. */
function codeClass(drawn: Drawn, notes: readonly SharedNote[]): string {
  const numbers = notes.some(({ lines }) => lines) ? ' has-numbers' : ''
  return `code notranslate panel mono${drawn.hasRtl ? ' code-wraps' : ''}${numbers}`
}
