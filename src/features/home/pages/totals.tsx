import { formatNumber, type Locale } from '#base/messages.ts'
import { totalSaves } from '../calendar.ts'
import { homeMessages } from '../messages/home.ts'
import type { Overview } from '../overview.ts'

export function Totals({ locale, overview }: { locale: Locale; overview: Overview }) {
  const t = homeMessages(locale)
  const totals = [
    { n: overview.total, what: t.totalFiles(overview.total), href: '/files' },
    { n: overview.languages.length, what: t.totalLanguages(overview.languages.length), href: '#languages' },
    { n: totalSaves(overview.activity), what: t.totalSaves(totalSaves(overview.activity)), href: '#activity' },
  ]
  return (
    <section class="totals wraps" aria-label={t.totals}>
      {totals.map(({ n, what, href }) => (
        <a key={href} class="total gap-2 muted items-baseline tap plain" href={href}>
          <strong class="strong">{formatNumber(locale, n)}</strong> <span>{what}</span>
        </a>
      ))}
    </section>
  )
}
