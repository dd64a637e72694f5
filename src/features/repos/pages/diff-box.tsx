import type { Locale } from '#base/messages.ts'
import { type HtmlBytes, htmlSlot } from '#base/html-slot.ts'
import { Notice } from '#ui/components/notice.tsx'
import { pastMessages } from '../messages/past.ts'

type DiffProps = { locale: Locale; label: string; html: HtmlBytes; isCut: boolean }

/** Rows of the viewer's diff table in one column, with a notice when they were cut. */
export function DiffBox({ locale, label, html, isCut }: DiffProps) {
  return (
    <>
      <DiffTable label={label} html={html} />
      {isCut && (
        <Notice kind="info" locale={locale}>
          {pastMessages(locale).diffCut}
        </Notice>
      )}
    </>
  )
}

function DiffTable({ label, html }: { label: string; html: HtmlBytes }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it with the arrow keys
    <div class="diff-box notranslate panel" dir="ltr" role="region" aria-label={label} tabIndex={0}>
      <table class="diff-table diff-unified mono full">
        <colgroup>
          <col class="diff-col-number" />
          <col class="diff-col-number" />
          <col class="diff-col-text" />
        </colgroup>
        <tbody dangerouslySetInnerHTML={{ __html: htmlSlot(html) }} />
      </table>
    </div>
  )
}

export function LineCounts({ added, removed }: { added: number; removed: number }) {
  return (
    <bdi class="meta regular" dir="ltr">
      +{added} −{removed}
    </bdi>
  )
}
