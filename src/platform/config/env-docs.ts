import { z } from 'zod'

/** Texts for the documentation table and `.env.example`; `secret` values may also be given as `<NAME>_FILE`. */
export type Doc = { about: string; secret?: true; example?: string }
export const envDocs = z.registry<Doc>()
