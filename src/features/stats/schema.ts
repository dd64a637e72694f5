import { z } from 'zod'

export const StatsReply = z.object({
  total_files: z.int(),
  languages: z.record(z.string(), z.int()),
  recent_files: z.array(
    z.object({ id: z.string(), file_name: z.string(), language: z.string(), created_at: z.string() }),
  ),
})
