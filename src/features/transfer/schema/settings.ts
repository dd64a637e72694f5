import { z } from 'zod'
import { THEMES } from '#base/themes.ts'
import { isoUtc } from '#base/time.ts'
import type { LibraryRepo, LibrarySettings } from '../library.ts'
import { Moment, parseJson, writeJson } from './json.ts'

const RepoText = z.object({
  name: z.string(),
  url: z.string(),
  branch: z.string().nullable(),
  created_at: Moment.nullable().default(null),
})

const SettingsText = z.object({
  time_zone: z.string().nullable(),
  editor: z.object({ wraps: z.boolean(), indent: z.int(), text_size: z.int() }),
  shortcuts: z.record(z.string(), z.string()),
  agent_instructions: z.string(),
  locale: z.enum(['he', 'en']).nullable().default(null),
  theme: z.enum(THEMES).default('system'),
})

export function writeRepo({ name, url, branch, createdAt }: LibraryRepo): string {
  const written: z.input<typeof RepoText> = { name, url, branch, created_at: createdAt && isoUtc(createdAt) }
  return writeJson(written)
}

export function readRepo(text: string): LibraryRepo | null {
  const { data } = RepoText.safeParse(parseJson(text))
  return data ? { name: data.name, url: data.url, branch: data.branch, createdAt: data.created_at } : null
}

export function writeSettings(settings: LibrarySettings): string {
  const { timeZone, editor, shortcuts, agentInstructions, locale, theme } = settings
  const written: z.input<typeof SettingsText> = {
    time_zone: timeZone,
    editor: { wraps: editor.wraps, indent: editor.indent, text_size: editor.textSize },
    shortcuts,
    agent_instructions: agentInstructions,
    locale,
    theme,
  }
  return writeJson(written)
}

export function readSettings(text: string): LibrarySettings | null {
  const { data } = SettingsText.safeParse(parseJson(text))
  if (!data) return null
  const { wraps, indent, text_size: textSize } = data.editor
  return {
    timeZone: data.time_zone,
    editor: { wraps, indent, textSize },
    shortcuts: data.shortcuts,
    agentInstructions: data.agent_instructions,
    locale: data.locale,
    theme: data.theme,
  }
}
