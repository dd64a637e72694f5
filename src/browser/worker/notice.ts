import { isLocale, type Locale } from '#base/messages.ts'

/** The notification. A reminder carries the data for Done and Snooze. */
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
 * Displays any push, even one that cannot be parsed or is of an unknown kind: browsers penalise silent pushes, and remove the
 * subscription after three.
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

/** Accepts only a path of this site, whoever sent it. */
function ownPath(url: string): string {
  return /^\/(?![/\\])/.test(url) ? url : '/reminders'
}

/** The open page that displays the target already. Any other may hold unsaved work and is not navigated. */
export function findPageShowing<P extends { url: string }>(pages: readonly P[], url: string, origin: string): P | null {
  const wanted = pageOf(new URL(url, origin))
  return pages.find((page) => pageOf(new URL(page.url)) === wanted) ?? null
}

/** The URL without the position on the page: `?note=` and `#L14`. */
function pageOf(url: URL): string {
  const rest = new URLSearchParams(url.search)
  rest.delete('note')
  return `${url.pathname}?${rest.toString()}`
}
