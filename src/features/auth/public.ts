export type { BotMessage } from './bot.ts'
export { DEMO_USERS } from './demo.ts'
export { replyTo } from './service/bot.ts'
export { changeRole, endSessionsOf } from './service/people.ts'
export {
  type Person,
  type SessionCookie,
  findPerson,
  findVisit,
  listSessions,
  markWelcomeSeen,
  seedPerson,
  sessionCookie,
} from './service.ts'
