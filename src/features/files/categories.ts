import { keysOf } from '#base/keys-of.ts'
import type { LocalizedText } from '#base/messages.ts'

/** `typed`: as it is written in the box of the list. `isCounted`: how many files it has is kept in `file_counts`. */
type Category = { typed: `${'is' | 'has'}:${string}`; label: LocalizedText; isCounted: boolean }

/**
 * The values of `category` that are not tags, one row each, in the order of the menu. Each needs a condition in `store/list-conditions.ts`, one
 * about notes a reader in `service/noted.ts`: without it, these files do not compile.
 */
export const CATEGORIES = {
  favorites: { typed: 'is:favourite', label: { he: 'מועדפים', en: 'Favourites' }, isCounted: true },
  recent: { typed: 'is:recent', label: { he: 'אחרונים', en: 'Recent' }, isCounted: false },
  large: {
    typed: 'is:large',
    label: { he: 'גדולים (100 kB ומעלה)', en: 'Large (100 kB and more)' },
    isCounted: true,
  },
  repo: { typed: 'is:repo', label: { he: 'ממאגר', en: 'From a repository' }, isCounted: false },
  other: { typed: 'is:other', label: { he: 'לא ממאגר', en: 'Not from a repository' }, isCounted: false },
  // Not `untagged`, which may be somebody's tag.
  'is:untagged': { typed: 'is:untagged', label: { he: 'בלי תגיות', en: 'Without tags' }, isCounted: false },
  'has:note': { typed: 'has:note', label: { he: 'עם פתקים', en: 'With notes' }, isCounted: false },
  'has:task': { typed: 'has:task', label: { he: 'עם משימות פתוחות', en: 'With open tasks' }, isCounted: false },
  'has:reminder': { typed: 'has:reminder', label: { he: 'עם תזכורות', en: 'With reminders' }, isCounted: false },
} as const satisfies Record<string, Category>

type CategoryName = keyof typeof CATEGORIES
/** Files whose notes have something: any note, an open task, a reminder that is not done. */
export type HasCategory = Extract<CategoryName, `has:${string}`>
/** The file alone decides whether it is in the category. */
export type PlainCategory = Exclude<CategoryName, HasCategory | 'recent'>

export const CATEGORY_NAMES = keysOf(CATEGORIES)

export function categoryNamed(text: string): CategoryName | undefined {
  return CATEGORY_NAMES.find((name) => name === text)
}

/** What can follow `is:` or `has:` in the box of the list. */
export function categoriesTyped(qualifier: 'is' | 'has'): { name: CategoryName; word: string; isCounted: boolean }[] {
  return CATEGORY_NAMES.flatMap((name) => {
    const { typed, isCounted } = CATEGORIES[name]
    return typed.startsWith(`${qualifier}:`) ? [{ name, word: typed.slice(qualifier.length + 1), isCounted }] : []
  })
}
