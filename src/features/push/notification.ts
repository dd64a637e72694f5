import { settingsHref } from '#base/settings-panes.ts'
import type { Locale, LocalizedText } from '#base/messages.ts'
import { truncateChars } from '#base/text.ts'

/** The payload for the service worker. Push services accept 4,096 bytes, and a Hebrew letter takes two. */
export type Notification = {
  kind: 'reminder' | 'agent' | 'test'
  /** Null means the language of the browser. */
  lang: Locale | null
  title: string
  body: string
  url: string
  tag: string
  note_id?: string
  remind_at?: string
}

export const TITLE_CHARS = 120
export const BODY_CHARS = 200

/** Truncates at a character boundary and adds an ellipsis. */
export function truncate(text: string, chars: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  const start = truncateChars(line, chars)
  return start === line ? line : `${start}…`
}

export const AGENT_KINDS = [
  'file_saved',
  'file_edited',
  'file_trashed',
  'file_restored',
  'note_created',
  'note_updated',
  'board_note_created',
  'repo_note_created',
] as const
export type AgentKind = (typeof AGENT_KINDS)[number]

const AGENT_WORDS: Record<AgentKind, LocalizedText> = {
  file_saved: { he: 'נשמר קובץ חדש', en: 'A new file was saved' },
  file_edited: { he: 'קובץ נערך', en: 'A file was edited' },
  file_trashed: { he: 'קובץ הועבר לסל המיחזור', en: 'A file was moved to the trash' },
  file_restored: { he: 'קובץ הוחזר מסל המיחזור', en: 'A file was restored from the trash' },
  note_created: { he: 'נוסף פתק', en: 'A note was added' },
  note_updated: { he: 'פתק עודכן', en: 'A note was updated' },
  board_note_created: { he: 'נוסף פתק ללוח', en: 'A note was added to a board' },
  repo_note_created: { he: 'נוסף פתק במאגר', en: 'A note was added in a repository' },
}

/** Describes the action of an agent in the user's language, without the written content. */
export function agentNotification(
  { kind, title, actor, resourceId }: { kind: AgentKind; title: string; actor: string; resourceId: string },
  lang: Locale | null,
): Notification {
  const isFile = kind.startsWith('file_')
  return {
    kind: 'agent',
    lang,
    title: truncate(`${actor}: ${AGENT_WORDS[kind][lang ?? 'he']}`, TITLE_CHARS),
    body: truncate(title, BODY_CHARS),
    url: isFile ? `/file/${resourceId}` : `/note/${resourceId}`,
    tag: `agent:${resourceId}`,
  }
}

export function isAgentKind(kind: string): kind is AgentKind {
  return AGENT_KINDS.some((known) => known === kind)
}

export function testNotification(lang: Locale): Notification {
  const words =
    lang === 'he'
      ? { title: 'ההתראות עובדות', body: 'כך תיראה תזכורת במכשיר הזה.' }
      : { title: 'Notifications work', body: 'This is how a reminder will look on this device.' }
  return { kind: 'test', lang, ...words, url: settingsHref('devices'), tag: 'test' }
}
