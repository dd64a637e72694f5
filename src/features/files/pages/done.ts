import type { Locale } from '#base/messages.ts'
import { actionMessages } from '../messages/actions.ts'
import { listMessages } from '../messages/list.ts'
import { liveMessages } from '../messages/live.ts'

/** The result of a form, or why it did nothing. */
export type DoneWhat =
  | 'favorite'
  | 'unfavorite'
  | 'tag'
  | 'move'
  | 'trash'
  | 'none'
  | 'too_many'
  | 'no_tags'
  | 'bad_tags'
export type Done = { what: DoneWhat; n: number; isRefusal: boolean }

const REFUSALS: readonly DoneWhat[] = ['none', 'too_many', 'no_tags', 'bad_tags']

export function doneFrom(what: DoneWhat | undefined, n: number | undefined): Done | null {
  return what === undefined ? null : { what, n: n ?? 0, isRefusal: REFUSALS.includes(what) }
}

export function doneText({ what, n }: Done, locale: Locale): string {
  const t = actionMessages(locale)
  switch (what) {
    case 'favorite':
      return `${t.doneFavorite(n)}.`
    case 'unfavorite':
      return `${t.doneUnfavorite(n)}.`
    case 'tag':
      return `${t.doneTag(n)}.`
    case 'move':
      return `${t.doneMove(n)}.`
    case 'trash':
      return `${t.doneTrash(n)}.`
    case 'none':
      return liveMessages(locale).nothingSelected
    case 'too_many':
      return listMessages(locale).tooMany
    case 'no_tags':
      return t.noTags
    case 'bad_tags':
      return t.badTags
  }
}
