import { OUTSIDE_RULES } from './outside.ts'
import { requestLog, type Rule, localized } from './rule.ts'
import { WORK_RULES } from './work.ts'

/** The first match wins, so specific rules come first. */
export const RULE_BOOK: readonly Rule[] = [...WORK_RULES, ...OUTSIDE_RULES]

export const UNKNOWN: Rule = {
  when: /(?:)/,
  cause: localized(
    'אין כלל מוכר שמתאים לזה, ולכן אין כאן ניחוש של סיבה.',
    'No rule knows this, so no cause is guessed here.',
  ),
  actions: [
    localized(
      'לראות מה עוד קרה באותן דקות ב־‎/admin/observability‎.',
      'See what else happened in those minutes on /admin/observability.',
    ),
    localized('לבדוק את ‎/admin/jobs‎ ואת ‎/admin/verify-indexes‎.', 'Check /admin/jobs and /admin/verify-indexes.'),
  ],
  signals: [requestLog],
}
