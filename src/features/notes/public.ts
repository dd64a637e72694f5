export { purgeExpiredNotes } from './service/upkeep.ts'
