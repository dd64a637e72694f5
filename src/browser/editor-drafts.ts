import type { Locale } from '#base/messages.ts'
import { draftKeys, dropDraft, keepDraft, readDraft } from './drafts.ts'

/** What the form of the editor held, and the version it was written on (0: a new file). */
export type EditorDraft = {
  version: number
  at: number
  fileName: string
  content: string
  language: string
  description: string
  tags: string
}

export type FoundDraft = EditorDraft & { key: string }

export type DraftKeeper = {
  /** Soon, so that typing costs nothing; `now` when the page may be gone in a moment. */
  keep: (draft: () => Omit<EditorDraft, 'at'>, when: 'soon' | 'now') => void
  /** The server has it. */
  drop: () => void
}

const SOON_MS = 300

/** `file` is an id, or `new`. Each open page has a key of its own, so that two tabs do not write over each other. */
function place(owner: string, file: string): string {
  return `edit/${owner}/${file}@`
}

export function draftKeeper(owner: string, file: string, version: number): DraftKeeper {
  const key = `${place(owner, file)}${version}/${crypto.randomUUID()}`
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    keep: (draft, when) => {
      clearTimeout(timer)
      const write = () => void keepDraft(key, JSON.stringify({ ...draft(), at: Date.now() }))
      if (when === 'now') write()
      else timer = setTimeout(write, SOON_MS)
    },
    drop: () => {
      clearTimeout(timer)
      dropDraft(key)
    },
  }
}

/** Unsaved drafts of this file that earlier pages left, the newest first. */
export function findDrafts(owner: string, file: string): FoundDraft[] {
  const found = draftKeys(place(owner, file)).flatMap((key) => {
    const draft = parse(readDraft(key) ?? '')
    return draft ? [{ ...draft, key }] : []
  })
  return found.toSorted((a, b) => b.at - a.at)
}

export function discardDraft({ key }: FoundDraft): void {
  dropDraft(key)
}

/** Takes a discarded draft back. */
export function returnDraft({ key, ...draft }: FoundDraft): void {
  keepDraft(key, JSON.stringify(draft))
}

/** When it was last typed in, in this device's time. */
export function draftTime({ at }: EditorDraft, locale: Locale): string {
  const tag = locale === 'he' ? 'he-IL' : 'en-GB'
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

function parse(text: string): EditorDraft | null {
  try {
    const draft = JSON.parse(text) as Partial<EditorDraft>
    return typeof draft.content === 'string' && typeof draft.version === 'number' ? (draft as EditorDraft) : null
  } catch {
    return null
  }
}
