export { DEMO_USERS } from './demo.ts'
export {
  type Person,
  type SessionCookie,
  findPerson,
  findVisit,
  listSessions,
  seedPerson,
  sessionCookie,
  sweepSessions,
} from './service.ts'
