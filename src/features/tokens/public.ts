export { findTokenVisit, giveBack, spend, type Spender } from './service.ts'
