import { z } from 'zod'
import type { Gist } from '../gist.ts'
import { Moment, parseJson } from './json.ts'

const GistText = z.object({
  html_url: z.string().nullish(),
  description: z.string().nullish(),
  created_at: Moment.nullish(),
  updated_at: Moment.nullish(),
  files: z.record(
    z.string(),
    z.object({
      filename: z.string().optional(),
      language: z.string().nullish(),
      content: z.string().optional(),
      truncated: z.boolean().optional(),
    }),
  ),
})

/** Parses one gist or many from GitHub's API; null for any other JSON, which is imported as a file. */
export function readGists(text: string): Gist[] | null {
  const parsed = parseJson(text)
  const read = z
    .array(GistText)
    .min(1)
    .safeParse(Array.isArray(parsed) ? parsed : [parsed])
  if (!read.success) return null
  return read.data.map((gist) => ({
    url: gist.html_url ?? null,
    description: gist.description ?? '',
    createdAt: gist.created_at ?? null,
    updatedAt: gist.updated_at ?? null,
    files: Object.entries(gist.files).map(([key, file]) => ({
      name: file.filename ?? key,
      language: file.language ?? null,
      content: file.truncated ? null : (file.content ?? null),
    })),
  }))
}
