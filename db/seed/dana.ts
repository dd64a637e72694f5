import { INVOICE_NOTES } from './notes.ts'
import { type SeedFile, text } from './seed-file.ts'

const INVOICES_V1 = text`
import csv
from decimal import Decimal


def total(path):
    # סוכם את כל החשבוניות בקובץ
    with open(path, encoding="utf-8-sig") as file:
        return sum(Decimal(row["סכום"]) for row in csv.DictReader(file))
`

const INVOICES_V2 = text`
import csv
from decimal import Decimal
from pathlib import Path

VAT = Decimal("0.18")  # מע״מ, החל מינואר 2025


def total(path: Path, with_vat: bool = True) -> Decimal:
    """סוכם את כל החשבוניות בקובץ; ברירת המחדל כוללת מע״מ."""
    with path.open(encoding="utf-8-sig") as file:
        net = sum((Decimal(row["סכום"]) for row in csv.DictReader(file)), Decimal(0))
    return net * (1 + VAT) if with_vat else net


if __name__ == "__main__":
    for path in sorted(Path("invoices").glob("*.csv")):
        print(f"{path.stem}: {total(path):.2f} ₪")
`

const INVOICES_V3 = INVOICES_V2.replace(
  'if __name__',
  `def by_month(paths: list[Path]) -> dict[str, Decimal]:
    """החודש הוא שבעת התווים הראשונים בשם הקובץ: 2026-03."""
    months: dict[str, Decimal] = {}
    for path in paths:
        month = path.stem[:7]
        months[month] = months.get(month, Decimal(0)) + total(path)
    return months


if __name__`,
)

const DEBOUNCE = text`
/** Calls "run" once things have been quiet for a while. */
export function debounce<A extends unknown[]>(run: (...args: A) => void, quietMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (...args: A) => {
    clearTimeout(timer)
    timer = setTimeout(() => run(...args), quietMs)
  }
}

// שימוש: החיפוש יוצא לדרך רק אחרי 200 מילישניות של שקט
const search = debounce((query: string) => console.log('מחפש:', query), 200)
search('שלום')
`

const PLAN = text`
# תכנית לשבוע

מה נשאר לפני ההשקה, לפי הסדר. פריטים באנגלית נשארים באנגלית: **release notes**, **changelog**.

- [x] לסגור את הבאג בסינון לפי תגית
- [x] Update the README with the new CLI flags
- [ ] לבדוק שהגיבוי של יום ראשון באמת נפתח
- [ ] לכתוב ל־Omer לגבי ה־webhook
  - [ ] לצרף דוגמה עם ${'`curl`'}

## מספרים

| מדד | לפני | אחרי |
|---|---:|---:|
| זמן טעינה | 1.8 s | 0.6 s |
| שגיאות ביום | 14 | 2 |

> מה שלא נכתב כאן, לא יקרה.
`

const LOGO = text`
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" role="img" aria-label="שמש מעל ספר">
  <circle cx="60" cy="42" r="20" fill="#f5b82e"/>
  <g stroke="#f5b82e" stroke-width="5" stroke-linecap="round">
    <path d="M60 8v8M26 42h8M86 42h8M36 18l6 6M84 18l-6 6"/>
  </g>
  <path d="M14 78c16-8 34-6 46 4 12-10 30-12 46-4v26c-16-8-34-6-46 4-12-10-30-12-46-4z" fill="#0d6579"/>
  <path d="M60 82v26" stroke="#fff" stroke-width="3"/>
</svg>
`

const PAGE = text`
<!doctype html>
<html lang="he" dir="rtl">
  <head>
    <meta charset="utf-8">
    <title>הזמנה לערב קוד</title>
    <style>
      body { font-family: system-ui, sans-serif; max-width: 34rem; margin: 3rem auto; padding: 0 1rem; line-height: 1.6 }
      h1 { border-block-end: 3px solid #0d6579 }
      time { direction: ltr; unicode-bidi: isolate; font-weight: 600 }
    </style>
  </head>
  <body>
    <h1>ערב קוד פתוח</h1>
    <p>נפגשים ב־<time datetime="2026-12-03T19:00">19:00</time> ומביאים משהו קטן שרץ. כל שפה מתקבלת, גם <em>COBOL</em>.</p>
    <ol>
      <li>סבב היכרות</li>
      <li>שלוש הדגמות של עשר דקות</li>
      <li>פיצה</li>
    </ol>
  </body>
</html>
`

const BACKUP = text`
#!/usr/bin/env bash
set -euo pipefail

# גיבוי יומי: דוחס, מצפין ומוחק מה שישן משלושים יום
target="/var/backups/shelf-$(date +%F).sql.zst.age"

pg_dump --format=plain shelf | zstd -19 --quiet | age --recipient "$AGE_KEY" > "$target"
find /var/backups -name 'shelf-*.age' -mtime +30 -delete

echo "הגיבוי מוכן: $target ($(du -h "$target" | cut -f1))"
`

const REPORT = text`
-- לקוחות שלא קנו ברבעון האחרון, עם הסכום שקנו לפניו
select c.name as "לקוח",
       max(o.created_at)::date as "קנייה אחרונה",
       sum(o.total) filter (where o.created_at < now() - interval '3 months') as "סך הכול"
from customers c
join orders o on o.customer_id = c.id
group by c.id, c.name
having max(o.created_at) < now() - interval '3 months'
order by 3 desc nulls last
limit 50;
`

const SETTINGS = text`
{
  "editor": { "tabSize": 2, "wrap": true },
  "greeting": "שלום, {name}!",
  "languages": ["he", "en"],
  "limits": { "upload_mb": 25, "timeout_s": 30 }
}
`

const CARDS = text`
/* כרטיסים שנשארים ישרים בשני הכיוונים */
.cards {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr));
  gap: 1rem;
}

.card {
  padding-inline: 1.25rem;
  border-inline-start: 4px solid oklch(0.62 0.12 210);
  background: color-mix(in oklch, canvas 94%, currentcolor);
}

.card:has(input:checked) {
  opacity: 0.6;
  text-decoration: line-through;
}
`

const SCRATCH = text`
print("ניסיון ישן שאפשר למחוק")
`

/** What a person of two languages keeps: work, a plan, a drawing, and something half thrown away. */
export const DANA: readonly SeedFile[] = [
  {
    name: 'invoices.py',
    description: 'סיכום חשבוניות לפי חודש, עם מע״מ',
    tags: ['python', 'כספים'],
    versions: [
      { daysAgo: 61, content: INVOICES_V1 },
      { daysAgo: 33, content: INVOICES_V2 },
      { daysAgo: 2, content: INVOICES_V3 },
    ],
    isFavorite: true,
    isPinned: true,
    notes: INVOICE_NOTES,
  },
  {
    name: 'debounce.ts',
    description: 'Wait for silence before doing the work',
    tags: ['typescript', 'snippets'],
    versions: [{ daysAgo: 40, content: DEBOUNCE }],
  },
  {
    name: 'תכנית-לשבוע.md',
    tags: ['תכנון'],
    versions: [
      { daysAgo: 9, content: PLAN.replaceAll('[x]', '[ ]') },
      { daysAgo: 5, content: PLAN.replace('- [x] Update', '- [ ] Update') },
      { daysAgo: 1, content: PLAN },
    ],
    isPinned: true,
  },
  { name: 'logo.svg', tags: ['design'], versions: [{ daysAgo: 26, content: LOGO }] },
  { name: 'invitation.html', description: 'הזמנה לערב קוד פתוח', versions: [{ daysAgo: 18, content: PAGE }] },
  {
    name: 'backup.sh',
    description: 'Nightly dump, compressed and encrypted',
    tags: ['ops', 'snippets'],
    versions: [
      { daysAgo: 120, content: BACKUP.replace(' -mtime +30', ' -mtime +14') },
      { daysAgo: 88, content: BACKUP },
    ],
    isFavorite: true,
  },
  { name: 'quiet-customers.sql', tags: ['כספים', 'sql'], versions: [{ daysAgo: 12, content: REPORT }] },
  { name: 'settings.json', versions: [{ daysAgo: 75, content: SETTINGS }] },
  { name: 'cards.css', tags: ['design', 'rtl'], versions: [{ daysAgo: 40, content: CARDS }] },
  { name: 'scratch.py', versions: [{ daysAgo: 30, content: SCRATCH }], isTrashed: true },
]
