import { z } from 'zod'
import type { Gist } from '../gist.ts'
import { parseJson } from './json.ts'

const Moment = z
  .string()
  .nullish()
  .transform((text) => (text ? new Date(text) : null))
  .refine((moment) => moment === null || (moment.getUTCFullYear() >= 1970 && moment.getUTCFullYear() <= 9999))

const GistText = z.object({
  html_url: z.string().nullish(),
  description: z.string().nullish(),
  created_at: Moment,
  updated_at: Moment,
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

/** One gist or many, as GitHub's API answers; null when it is some other JSON, which is a file like any other. */
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
    createdAt: gist.created_at,
    updatedAt: gist.updated_at,
    files: Object.entries(gist.files).map(([key, file]) => ({
      name: file.filename ?? key,
      language: file.language ?? null,
      content: file.truncated ? null : (file.content ?? null),
    })),
  }))
}
