import { languageColor } from '#base/language/language.ts'

/** The colour is an SVG attribute, because the content security policy allows no inline style. */
export function LanguageDot({ language }: { language: string }) {
  return (
    <svg class="language-dot rigid" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <circle cx="6" cy="6" r="5" fill={languageColor(language)} />
    </svg>
  )
}
