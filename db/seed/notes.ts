import type { SeedNote } from './seed-file.ts'

/** Notes on invoices.py; the last two were there before by_month was written between them and the top. */
export const INVOICE_NOTES: readonly SeedNote[] = [
  {
    daysAgo: 20,
    lines: [5, 5],
    content: 'לבדוק בינואר אם שיעור המע״מ השתנה.\n\n- [x] 2025: 18%\n- [ ] 2026',
    color: 'yellow',
    remindInDays: -0.05,
  },
  {
    daysAgo: 19,
    lines: [8, 12],
    title: 'BOM',
    content: 'Excel saves a **BOM**; `utf-8-sig` swallows it. Do not "simplify" to `utf-8`.',
    color: 'blue',
  },
  {
    daysAgo: 12,
    lines: [15, 17],
    content: 'להחליף ב-`argparse` כשיהיה זמן.',
    color: 'pink',
    remindInDays: 3,
  },
]

export const BOARD_NOTES: readonly (SeedNote & { at: [x: number, y: number] })[] = [
  {
    daysAgo: 6,
    at: [40, 40],
    title: 'השבוע',
    content: '- [x] חשבוניות\n- [ ] גיבוי\n- [ ] לענות לנועה',
    color: 'yellow',
  },
  {
    daysAgo: 5,
    at: [320, 40],
    title: 'Ideas',
    content: 'A shelf for *shell one-liners* with a tag of its own.',
    color: 'green',
  },
  { daysAgo: 4, at: [600, 40], content: 'לקרוא: Unicode TR9 (כיווניות)', color: 'purple', remindInDays: 1 },
]
