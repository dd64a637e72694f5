import { foldForSearch } from '#base/fold.ts'
import type { LocalizedText } from '#base/messages.ts'
import { PANES, paneOf, type Setting, settingsHref, type SettingsSectionId } from '#base/settings-panes.ts'

type Searched = { id: SettingsSectionId; title: LocalizedText; hint: LocalizedText; settings: readonly Setting[] }

/** `section` is null when the section itself was found. */
export type FoundSetting = { name: LocalizedText; pane: LocalizedText; section: LocalizedText | null; href: string }

/** Sections and settings that have every word of the query, in either language; those with the words in their name come first. */
export function findSettings(sections: readonly Searched[], query: string): FoundSetting[] {
  const asked = fold(query).split(/\s+/).filter(Boolean)
  if (asked.length === 0) return []
  return sections
    .flatMap((section) => findInSection(section, asked))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ found }) => found)
}

type Ranked = { rank: number; found: FoundSetting }

function findInSection({ id, title, hint, settings }: Searched, asked: readonly string[]): Ranked[] {
  const pane = PANES[paneOf(id)]
  const around = [title.he, title.en, pane.he, pane.en]
  const all: Ranked[] = []
  if (hasAll(asked, [...around, hint.he, hint.en]))
    all.push({
      rank: hasAll(asked, [title.he, title.en]) ? 0 : 2,
      found: { name: title, pane, section: null, href: settingsHref(id) },
    })
  for (const { name, words = '', anchor } of settings) {
    const own = [name.he, name.en, words]
    // Without a word of its own every setting of a section would be found by the title of the section.
    if (!asked.some((word) => has(word, own)) || !hasAll(asked, [...own, ...around])) continue
    const href = settingsHref(id, anchor === undefined ? {} : { anchor })
    all.push({ rank: hasAll(asked, [name.he, name.en]) ? 0 : 1, found: { name, pane, section: title, href } })
  }
  return all
}

function hasAll(asked: readonly string[], texts: readonly string[]): boolean {
  return asked.every((word) => has(word, texts))
}

/** Hebrew writes "the", "in" and "to" as a letter before the word. */
const PREFIXED = /^[הבלמשוכ](?=..)/

function has(word: string, texts: readonly string[]): boolean {
  const forms = [word, word.replace(PREFIXED, '')]
  return texts.some((text) => forms.some((form) => fold(text).includes(form)))
}

const FINAL_LETTERS: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' }

/** A letter has another form at the end of a word, where the plural goes on: אסימון, אסימונים. */
function fold(text: string): string {
  return foldForSearch(text).replace(/[ךםןףץ]/g, (letter) => FINAL_LETTERS[letter] ?? letter)
}
