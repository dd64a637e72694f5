export { readPersonal } from './service/preferences.ts'
