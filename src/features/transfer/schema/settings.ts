import { z } from 'zod'
import type { LibraryRepo, LibrarySettings } from '../library.ts'
import { parseJson, writeJson } from './json.ts'

const RepoText = z.object({ name: z.string(), url: z.string(), branch: z.string().nullable() })

const SettingsText = z.object({
  time_zone: z.string().nullable(),
  editor: z.object({ wraps: z.boolean(), indent: z.int(), text_size: z.int() }),
  shortcuts: z.record(z.string(), z.string()),
  agent_instructions: z.string(),
})

export function writeRepo({ name, url, branch }: LibraryRepo): string {
  const written: z.input<typeof RepoText> = { name, url, branch }
  return writeJson(written)
}

export function readRepo(text: string): LibraryRepo | null {
  return RepoText.safeParse(parseJson(text)).data ?? null
}

export function writeSettings({ timeZone, editor, shortcuts, agentInstructions }: LibrarySettings): string {
  const written: z.input<typeof SettingsText> = {
    time_zone: timeZone,
    editor: { wraps: editor.wraps, indent: editor.indent, text_size: editor.textSize },
    shortcuts,
    agent_instructions: agentInstructions,
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
  }
}
