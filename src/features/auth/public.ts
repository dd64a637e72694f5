export type { BotMessage } from './bot.ts'
export { DEMO_USERS } from './demo.ts'
export { botReply } from './service/bot.ts'
export { isNewInstallation, makeSetUpLink } from './service/join.ts'
export { seedPerson } from './service/messenger.ts'
export {
  changeRole,
  deleteSessionsOf,
  findPerson,
  importAppearance,
  markWelcomeSeen,
  type Person,
} from './service/people.ts'
export { findUserForLink, makeSignInLink } from './service/recovery.ts'
export { listSessions, type SessionCookie, sessionCookie, sessionVisitorFinder } from './service/sessions.ts'
