import type { Locale } from '#base/messages.ts'
import { formatSymbol } from '#base/symbol.ts'
import type { Change, ChangeRow } from '../../change.ts'
import { reminderMessages, type ReminderWords } from '../../messages/list.ts'

/** The difference of the lines that a note watches. */
export function ChangeLines({ locale, change }: { locale: Locale; change: Change }) {
  const t = reminderMessages(locale)
  return (
    <div class="change-box small shrinks">
      {change.isGone && <p>{t.gone}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it with the arrow keys */}
      <pre class="change-lines notranslate tiny" dir="ltr" role="region" aria-label={t.whatChanged} tabIndex={0}>
        {change.rows.map((row, i) => (
          <Row key={i} row={row} locale={locale} />
        ))}
      </pre>
      {change.isCut && <p>{t.moreRows}</p>}
    </div>
  )
}

function Row({ row, locale }: { row: ChangeRow; locale: Locale }) {
  switch (row.kind) {
    case 'removed':
      return <del class="change-line plain">{row.text || ' '}</del>
    case 'added':
      return <ins class="change-line plain">{row.text || ' '}</ins>
    case 'same':
      return <span class="change-line plain">{row.text || ' '}</span>
    case 'skipped':
      return <span class="change-line muted plain">⋯ {reminderMessages(locale).skipped(row.lines)}</span>
  }
}

/** What a watch found, in a few words. */
export function changedWords(t: ReminderWords, { symbol }: Pick<Change, 'symbol'>): string {
  return symbol ? t.symbolChanged(formatSymbol(symbol)) : t.changed
}
