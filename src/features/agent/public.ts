export { wroteByToken } from './service/journal.ts'
