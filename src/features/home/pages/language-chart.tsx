import { languageColor } from '#base/language/language.ts'
import { direction, type Locale } from '#base/messages.ts'
import { Card } from '#ui/components/card.tsx'
import { homeMessages } from '../messages/home.ts'
import { type Bar, type LanguageCount, languageBars } from '../overview.ts'

const MOST = 10
const WIDTH = 100

/** Bars with labels, so that colour carries no information of its own. */
export function LanguageChart({ locale, languages }: { locale: Locale; languages: readonly LanguageCount[] }) {
  const t = homeMessages(locale)
  return (
    <Card id="languages" title={t.languages}>
      <ul class="bars stack">
        {languageBars(languages, MOST).map((bar) => (
          <li key={bar.name}>
            <BarRow locale={locale} bar={bar} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function BarRow({ locale, bar }: { locale: Locale; bar: Bar }) {
  const t = homeMessages(locale)
  const row = (
    <>
      <span class="bar-name truncate">{bar.name === null ? t.otherLanguages : <bdi>{bar.name}</bdi>}</span>
      {/* No bar for the rest: it could be longer than any language. */}
      {bar.name === null ? <span /> : <BarDrawing locale={locale} name={bar.name} share={bar.share} />}
      <span class="muted numbers text-end">
        {bar.n}
        <span class="visually-hidden"> {t.totalFiles(bar.n)}</span>
      </span>
    </>
  )
  if (bar.name === null) return <span class="bar-row quiet-link small grid gap-3">{row}</span>
  return (
    <a class="bar-row quiet-link small grid gap-3" href={`/files?lang=${encodeURIComponent(bar.name)}`}>
      {row}
    </a>
  )
}

/** SVG has no writing direction, so mirror the bar in right-to-left pages. */
function BarDrawing({ locale, name, share }: { locale: Locale; name: string; share: number }) {
  const width = Math.max(1.5, share * WIDTH)
  const x = direction(locale) === 'rtl' ? WIDTH - width : 0
  return (
    <svg class="bar full" viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
      <rect x={x} y="0" width={width} height="10" fill={languageColor(name)} />
    </svg>
  )
}
