export { reminderChangedHere } from './problems.ts'
export { importReminder, listRemindersOf } from './service/transfer.ts'
