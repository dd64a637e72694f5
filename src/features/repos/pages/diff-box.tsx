/** Rows of the viewer's table of differences, in one column. */
export function DiffBox({ label, html }: { label: string; html: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it with the arrow keys
    <div class="diff-box notranslate" dir="ltr" role="region" aria-label={label} tabIndex={0}>
      <table class="diff-table diff-unified">
        <colgroup>
          <col class="diff-col-number" />
          <col class="diff-col-number" />
          <col class="diff-col-text" />
        </colgroup>
        <tbody dangerouslySetInnerHTML={{ __html: html }} />
      </table>
    </div>
  )
}

export function LineCounts({ added, removed }: { added: number; removed: number }) {
  return (
    <bdi class="repo-counts" dir="ltr">
      +{added} −{removed}
    </bdi>
  )
}
