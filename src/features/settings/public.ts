export { readPersonal } from './service/preferences.ts'
export { areDefaults, importPreferences, readPreferences } from './service/transfer.ts'
