import type { Job } from '#platform/jobs/job.ts'
import type { PushSender } from '#platform/push/sender.ts'
import { anyWaiting, sendAgentNotifications } from './service/agent-writes.ts'

export const deliverAgentWrites = (sender: PushSender): Job => ({
  id: 'deliver_agent_writes',
  title: { he: 'הודעה על שינויים של סוכנים', en: 'Notify about agent changes' },
  everySeconds: 5,
  timeLimitSeconds: 900,
  isShared: true,
  hasWork: ({ db, clock }) => (sender.ready ? anyWaiting(db, clock()) : Promise.resolve(false)),
  run: (ctx) => sendAgentNotifications(ctx, sender),
})
