export { recordTokenCall, recordTokenWrites } from './service/journal.ts'
