import { isoUtc } from '#base/time.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { StatsReply } from './schema.ts'
import { readStats } from './service.ts'

export const statsRoutes: FeatureRoutes = (app) => {
  app.get(
    '/api/stats',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'מספר הקבצים, כמה בכל שפה, ועשרת האחרונים.',
          en: 'Counts the files, in total and by language, and lists the ten newest.',
        },
        response: { 200: StatsReply },
      },
    },
    async ({ ctx }) => {
      const { total, languages, recent } = await readStats(ctx)
      return {
        total_files: total,
        languages: Object.fromEntries(languages.map(({ name, n }) => [name, n])),
        recent_files: recent.map(({ id, fileName, language, createdAt }) => ({
          id,
          file_name: fileName,
          language,
          created_at: isoUtc(createdAt),
        })),
      }
    },
  )
}
