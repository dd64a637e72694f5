export { findTokenVisit } from './service.ts'
