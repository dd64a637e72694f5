import { loadSections, type Section } from '#platform/http/section.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { JobsPage } from './pages/jobs-page.tsx'
import * as schema from './schema.ts'
import { requestJobRun, type JobsParts, listJobs } from './service.ts'

/** `sections`: what other features say about their jobs, above the list. */
type Parts = JobsParts & { sections: readonly Section[] }

export const jobRoutes: FeatureRoutes<Parts> = (app, parts) => {
  app.get(
    '/admin/jobs',
    { config: { auth: 'admin', sessionOnly: true }, schema: { querystring: schema.JobsQuery } },
    async (request, reply) => {
      const { ctx, query } = request
      const { frame } = reply
      const jobs = await listJobs(ctx, parts)
      const asked = jobs.find(({ id }) => id === query.asked) ?? null
      const sections = await loadSections(parts.sections, request, frame)
      return reply.page(JobsPage({ frame, now: ctx.now, jobs, asked, sections }))
    },
  )

  app.get(
    '/api/admin/jobs',
    {
      config: { auth: 'admin' },
      schema: {
        sentence: {
          he: 'המשימות המתוזמנות והריצות האחרונות שלהן.',
          en: 'Lists the scheduled jobs with their last runs.',
        },
        response: { 200: schema.JobsReply },
      },
    },
    async ({ ctx }) => {
      const jobs = await listJobs(ctx, parts)
      return { ok: true as const, jobs: jobs.map((job) => schema.toItem(job, job.title[ctx.locale])) }
    },
  )

  app.post(
    '/admin/jobs/:id/run',
    { config: { auth: 'admin', sessionOnly: true }, schema: { params: schema.JobParams } },
    async ({ ctx, params }, reply) => {
      await requestJobRun(ctx, parts, params.id)
      return reply.redirect(`/admin/jobs?asked=${encodeURIComponent(params.id)}`, 303)
    },
  )
}
