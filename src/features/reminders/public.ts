export { reminderChangedHere } from './problems.ts'
export { presetMoment } from './when.ts'
export { importReminder, listRemindersOf } from './service/transfer.ts'
export { remindOfChanges } from './service/check-watches.ts'
