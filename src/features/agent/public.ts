export { recordTokenCall, recordTokenWrites, spendForRequest, spendForWrite } from './service/journal.ts'
