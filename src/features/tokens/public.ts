export { refundBudget, revokeTokensOf, spendBudget, tokenVisitorFinder, type BudgetedToken } from './service.ts'
