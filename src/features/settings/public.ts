export { readPersonal } from './service/preferences.ts'
export { findPreferences, importPreferences } from './service/transfer.ts'
