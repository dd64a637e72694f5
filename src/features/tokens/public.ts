export { findTokenVisitor, refundBudget, revokeTokensOf, spendBudget, type BudgetedToken } from './service.ts'
