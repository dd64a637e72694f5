export type { BotMessage } from './bot.ts'
export { DEMO_USERS } from './demo.ts'
export { botReply } from './service/bot.ts'
export { changeRole, deleteSessionsOf } from './service/people.ts'
export {
  type Person,
  type SessionCookie,
  findPerson,
  listSessions,
  markWelcomeSeen,
  seedPerson,
  sessionCookie,
  sessionVisitorFinder,
} from './service.ts'
