import { isLocale, type Locale } from '#base/messages.ts'

/** What to show. A reminder carries what Done and Snooze need to name it. */
export type Notice = {
  title: string
  body: string
  tag: string
  lang: Locale
  url: string
  seen: { noteId: string; remindAt: string } | null
}

export type NoticeWords = (locale: Locale) => { fallbackTitle: string; fallbackBody: string }

/**
 * Any push is shown, also one that cannot be read or is of a kind that this version does not know: a browser counts a silent push
 * as a strike, and takes the subscription away after three.
 */
export function readNotice(text: string | null, browserSpeaks: string, words: NoticeWords): Notice {
  const payload = parse(text)
  const get = (key: string) => (typeof payload[key] === 'string' ? payload[key] : '')
  const spoken = browserSpeaks.slice(0, 2).toLowerCase()
  const named = get('lang')
  const lang = isLocale(named) ? named : spoken === 'he' || spoken === 'iw' ? 'he' : 'en'
  const { fallbackTitle, fallbackBody } = words(lang)
  const [noteId, remindAt] = [get('note_id'), get('remind_at')]
  return {
    title: get('title') || fallbackTitle,
    body: get('title') === '' ? get('body') || fallbackBody : get('body'),
    tag: get('tag') || 'codeshelf',
    lang,
    url: ownPath(get('url')),
    seen: noteId !== '' && remindAt !== '' ? { noteId, remindAt } : null,
  }
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** A path of this site and nothing else, whoever sent it. */
function ownPath(url: string): string {
  return /^\/(?![/\\])/.test(url) ? url : '/reminders'
}

/** The open page that shows the place already. Any other may hold unsaved work and is left alone. */
export function pageThere<P extends { url: string }>(pages: readonly P[], url: string, origin: string): P | null {
  const wanted = placeOf(new URL(url, origin))
  return pages.find((page) => placeOf(new URL(page.url)) === wanted) ?? null
}

/** Without what only says where on the page: `?note=` and `#L14`. */
function placeOf(url: URL): string {
  const rest = new URLSearchParams(url.search)
  rest.delete('note')
  return `${url.pathname}?${rest.toString()}`
}
