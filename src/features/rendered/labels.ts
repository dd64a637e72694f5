import type { Locale } from '#base/messages.ts'
import type { Labels } from './markdown-rules.ts'

/** Texts that become part of the rendered HTML. They are not in messages.ts because the renderer thread needs them. */
export const LABELS: Readonly<Record<Locale, Labels>> = {
  he: {
    alerts: { note: 'הערה', tip: 'טיפ', important: 'חשוב', warning: 'אזהרה', caution: 'זהירות' },
    headingLink: 'קישור לכותרת',
    footnotes: 'הערות שוליים',
    backToText: 'חזרה לטקסט',
  },
  en: {
    alerts: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' },
    headingLink: 'Link to this heading',
    footnotes: 'Footnotes',
    backToText: 'Back to the text',
  },
}

/** Ids of the page around a rendered text: a heading "Content" must not take the target of the skip link. */
export const PAGE_IDS: readonly string[] =
  'content announcer toasts help help-title palette palette-list theme-menu prose'.split(' ')
