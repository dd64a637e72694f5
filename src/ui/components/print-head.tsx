import type { ComponentChildren } from 'preact'
import type { Locale } from '#base/messages.ts'
import { Day } from './time.tsx'

type Props = {
  locale: Locale
  /** When the page was loaded: what is printed is from that moment. */
  now: Date
  /** The folders above the file, or the list that it is in. */
  path: readonly string[]
  title: string
  /** Paths of repositories are left to right in both languages. */
  dir?: 'ltr'
  /** Further facts, such as the version. */
  children?: ComponentChildren
}

/** The head of a printed page. On the screen the toolbar of the page names the file, and paper has no toolbar. */
export function PrintHead({ locale, now, path, title, dir, children }: Props) {
  return (
    <div class="print-head print-only">
      <p class="print-title">
        <span dir={dir}>
          {path.map((part, i) => (
            <span key={i} class="print-path">
              <bdi>{part}</bdi>
              {' / '}
            </span>
          ))}
          <bdi>{title}</bdi>
        </span>
      </p>
      <p class="print-facts">
        {children}
        <Day at={now} locale={locale} />
      </p>
    </div>
  )
}
