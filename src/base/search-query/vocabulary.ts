import { keysOf } from '../keys-of.ts'
import type { Locale, LocalizedText } from '../messages.ts'

/** The kinds of results, in the order in which equally good ones are shown. */
export const SEARCH_GROUPS = ['files', 'symbols', 'notes', 'boards', 'repos'] as const
export type GroupName = (typeof SEARCH_GROUPS)[number]

/** Pages that list one kind of thing and have a search box of their own. */
export type SearchedList = 'files' | 'notes'

/** Where a part of the language means something. A group that does not have it is left out of the search; a list that does not have it cannot answer. */
export type Scope = { groups: readonly GroupName[]; lists: readonly SearchedList[] }

/** `means`: what it finds, in suggestions and in the help. `noun`: the state in a list of states. */
type State = Scope & { means: LocalizedText; noun: LocalizedText }

/**
 * What `is:` can ask for, one row each. A state of files needs a condition in `files/store/list-conditions.ts`, one of notes in
 * `notes/store/search-conditions.ts`: without it, these files do not compile.
 */
export const SEARCH_STATES = {
  favourite: {
    groups: ['files'],
    lists: ['files'],
    means: { he: 'קבצים מועדפים', en: 'favourite files' },
    noun: { he: 'מועדף', en: 'favourite' },
  },
  untagged: {
    groups: ['files', 'notes'],
    lists: ['files', 'notes'],
    means: { he: 'בלי תגיות', en: 'without tags' },
    noun: { he: 'בלי תגיות', en: 'untagged' },
  },
  task: {
    groups: ['notes'],
    lists: ['notes'],
    means: { he: 'פתקים עם משימה פתוחה', en: 'notes with an open task' },
    noun: { he: 'משימה', en: 'task' },
  },
  due: {
    groups: ['notes'],
    lists: ['notes'],
    means: { he: 'פתקים שהגיע זמן התזכורת שלהם', en: 'notes whose reminder is due' },
    noun: { he: 'תזכורת', en: 'reminder' },
  },
  trash: {
    groups: ['files', 'notes'],
    lists: [],
    means: { he: 'באשפה', en: 'in the trash' },
    noun: { he: 'אשפה', en: 'trash' },
  },
} as const satisfies Record<string, State>

export type SearchState = keyof typeof SEARCH_STATES
export const STATE_NAMES = keysOf(SEARCH_STATES)

/** The states that a group of results has. */
export type StateOf<Group extends GroupName> = {
  [Name in SearchState]: Group extends (typeof SEARCH_STATES)[Name]['groups'][number] ? Name : never
}[SearchState]

/** `means`: what can be typed instead of the key in a suggestion, so it begins with the noun that people know. `isExcludable`: a dash before it excludes what it names. */
type Key = Scope & { means: LocalizedText; isExcludable: boolean }

/** Every word that means something before a colon, one row each. Others, as in `std::vector`, are text. */
export const SEARCH_KEYS = {
  in: {
    groups: SEARCH_GROUPS,
    lists: [],
    isExcludable: false,
    means: { he: 'מקום: קבצים, פתקים, לוחות או מאגרים', en: 'place: files, notes, boards, repos' },
  },
  repo: {
    groups: ['files', 'symbols', 'notes', 'repos'],
    lists: ['files', 'notes'],
    isExcludable: true,
    means: { he: 'מאגר', en: 'repository' },
  },
  lang: {
    groups: ['files', 'symbols', 'repos'],
    lists: ['files'],
    isExcludable: true,
    means: { he: 'שפת תכנות', en: 'programming language' },
  },
  tag: { groups: ['files', 'notes'], lists: ['files', 'notes'], isExcludable: true, means: { he: 'תגית', en: 'tag' } },
  path: {
    groups: ['files', 'symbols', 'repos'],
    lists: ['files'],
    isExcludable: true,
    means: { he: 'נתיב: תיקייה או חלק מהשם', en: 'path: a folder or part of the name' },
  },
  is: {
    // Of these, each state names its own.
    groups: ['files', 'notes'],
    lists: ['files', 'notes'],
    isExcludable: false,
    means: { he: `מצב: ${nouns('he', 'או')}`, en: `state: ${nouns('en', 'or')}` },
  },
  sym: {
    groups: ['symbols'],
    lists: [],
    isExcludable: true,
    means: { he: 'הגדרה בקוד לפי שמה', en: 'definition in code, by its name' },
  },
  before: {
    groups: ['files', 'notes'],
    lists: ['files', 'notes'],
    isExcludable: false,
    means: { he: 'השתנה לפני תאריך', en: 'changed before a date' },
  },
  after: {
    groups: ['files', 'notes'],
    lists: ['files', 'notes'],
    isExcludable: false,
    means: { he: 'השתנה מתאריך ואילך', en: 'changed on a date or later' },
  },
  case: {
    groups: SEARCH_GROUPS,
    lists: ['files', 'notes'],
    isExcludable: false,
    means: { he: 'אותיות גדולות וקטנות נחשבות', en: 'upper and lower case count' },
  },
} as const satisfies Record<string, Key>

export type SearchKey = keyof typeof SEARCH_KEYS
export const KEY_NAMES = keysOf(SEARCH_KEYS)

/** The groups of results that `in:` can name. */
export const SEARCH_PLACES = {
  files: { he: 'קבצים', en: 'files' },
  notes: { he: 'פתקים', en: 'notes' },
  boards: { he: 'לוחות', en: 'boards' },
  repos: { he: 'מאגרים', en: 'repositories' },
} as const satisfies Partial<Record<GroupName, LocalizedText>>

export type SearchPlace = keyof typeof SEARCH_PLACES
export const PLACE_NAMES = keysOf(SEARCH_PLACES)

export function keyNamed(word: string): SearchKey | undefined {
  return KEY_NAMES.find((each) => each === word)
}

export function placeNamed(word: string): SearchPlace | undefined {
  return PLACE_NAMES.find((each) => each === word)
}

/** Both spellings are English. */
export function stateNamed(word: string): SearchState | undefined {
  const name = word === 'favorite' ? 'favourite' : word
  return STATE_NAMES.find((each) => each === name)
}

export function isInList({ lists }: Scope, list: SearchedList): boolean {
  return lists.includes(list)
}

function nouns(locale: Locale, or: string): string {
  const all = STATE_NAMES.map((name) => SEARCH_STATES[name].noun[locale])
  return `${all.slice(0, -1).join(', ')} ${or} ${all.at(-1) ?? ''}`
}
