export { didByToken, wroteByToken } from './service/journal.ts'
