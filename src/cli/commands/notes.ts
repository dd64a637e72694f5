import { z } from 'zod'
import { workweekOf } from '#features/reminders/repeat.ts'
import { parseWhenText } from '#features/reminders/say-when/say-when.ts'
import { toAt, wallAt } from '#base/wall-time.ts'
import type { Api } from '../api.ts'
import { openApi, type Options, print, type Run } from '../command.ts'
import { findFile } from '../find-file.ts'
import { Complaint, type Io, readText, usageError } from '../io.ts'

const Note = z.object({ id: z.string(), content: z.string(), line_start: z.number().nullable() })

export const note: Run = async (io, args, options) => {
  const [name, ...words] = args
  if (name === undefined) throw usageError('usage: codeshelf-cli note NAME|ID [--line 14[-26]] [--tag TAG]… [TEXT|-]')
  const lines = parseLines(options.line)
  const { api } = await openApi(io)
  const file = await findFile(api, name)
  if (words.length === 0) return listNotes(io, api, file.id, options)
  const content = words.length === 1 && words[0] === '-' ? await readText(io, '-') : words.join(' ')
  const created = await api.post(
    `/api/sticky-notes/${file.id}`,
    { content, ...lines, ...(options.tag !== undefined && { tags: options.tag }) },
    z.object({ note: Note }),
  )
  print(io, options, created.note, `${created.note.id}\n`)
}

async function listNotes(io: Io, api: Api, fileId: string, options: Options): Promise<void> {
  const { notes } = await api.get(`/api/sticky-notes/${fileId}`, z.object({ notes: z.array(Note) }))
  for (const each of notes) {
    const line = each.line_start === null ? '' : `L${each.line_start}  `
    print(io, options, each, `${each.id}  ${line}${each.content.split('\n')[0]}\n`)
  }
}

function parseLines(line: string | undefined): { line_start?: number; line_end?: number } {
  if (line === undefined) return {}
  const match = /^(\d+)(?:-(\d+))?$/.exec(line)
  if (!match) throw usageError('--line is 14 or 14-26')
  const start = Number(match[1])
  return { line_start: start, line_end: Number(match[2] ?? start) }
}

export const remind: Run = async (io, args, options) => {
  const [noteId, ...words] = args
  if (noteId === undefined || (words.length === 0) === (options.at === undefined))
    throw usageError('usage: codeshelf-cli remind NOTE_ID tomorrow 9 | remind NOTE_ID --at 2026-12-01T09:00')
  const tz = Intl.DateTimeFormat().resolvedOptions().timeZone
  const asked = options.at === undefined ? parseWhen(words.join(' '), io.now(), tz) : { at: options.at }
  const { api } = await openApi(io)
  const reply = z.object({ remind_at: z.string() })
  const path = `/api/sticky-notes/note/${encodeURIComponent(noteId)}/reminder`
  const { remind_at: at } = await api.post(path, { ...asked, tz }, reply)
  print(io, options, { remind_at: at }, `${new Date(at).toString()}\n`)
}

/** The same grammar as in the browser. */
function parseWhen(text: string, now: Date, tz: string): { preset: string } | { at: string; repeat?: object } {
  const parsed = parseWhenText(text, wallAt(now, tz), workweekOf(null, tz))
  if (parsed === null) throw new Complaint(`"${text}" was not understood. Try: tomorrow 9, fri 14:30, in 20 minutes`)
  if (!('minutes' in parsed)) return parsed
  return { at: toAt(wallAt(new Date(now.getTime() + parsed.minutes * 60_000), tz)) }
}
