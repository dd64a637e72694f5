import { dateFormatter } from '#base/date-format.ts'
import type { Locale } from '#base/messages.ts'
import { listDraftKeys, deleteDraft, saveDraft, readDraft } from './drafts.ts'

/** The content of the editor's form, and the version it was based on (0: a new file). */
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
  /** `soon` debounces, so that typing costs nothing; `now` when the page may be about to close. */
  keep: (draft: () => Omit<EditorDraft, 'at'>, when: 'soon' | 'now') => void
  /** Call it when the server has the text. */
  drop: () => void
}

const SOON_MS = 300

/** `file` is an id, or `new`. Each open page adds a unique suffix, so that two tabs do not overwrite each other's draft. */
function keyPrefix(owner: string, file: string): string {
  return `edit/${owner}/${file}@`
}

export function draftKeeper(owner: string, file: string, version: number): DraftKeeper {
  const key = `${keyPrefix(owner, file)}${version}/${crypto.randomUUID()}`
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    keep: (draft, when) => {
      clearTimeout(timer)
      const write = () => void saveDraft(key, JSON.stringify({ ...draft(), at: Date.now() }))
      if (when === 'now') write()
      else timer = setTimeout(write, SOON_MS)
    },
    drop: () => {
      clearTimeout(timer)
      deleteDraft(key)
    },
  }
}

/** Unsaved drafts of this file from earlier pages, newest first. */
export function findDrafts(owner: string, file: string): FoundDraft[] {
  const found = listDraftKeys(keyPrefix(owner, file)).flatMap((key) => {
    const draft = parse(readDraft(key) ?? '')
    return draft ? [{ ...draft, key }] : []
  })
  return found.toSorted((a, b) => b.at - a.at)
}

export function discardDraft({ key }: FoundDraft): void {
  deleteDraft(key)
}

/** Restores a discarded draft. */
export function restoreDraft({ key, ...draft }: FoundDraft): void {
  saveDraft(key, JSON.stringify(draft))
}

const formatMoment = dateFormatter({ dateStyle: 'medium', timeStyle: 'short' })

/** When it was last edited, in this device's time. */
export function draftTime({ at }: EditorDraft, locale: Locale): string {
  return formatMoment(at, locale)
}

function parse(text: string): EditorDraft | null {
  try {
    const draft = JSON.parse(text) as Partial<EditorDraft>
    return typeof draft.content === 'string' && typeof draft.version === 'number' ? (draft as EditorDraft) : null
  } catch {
    return null
  }
}
