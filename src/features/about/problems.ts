import { problem } from '#platform/problem.ts'

export const noSecurityContact = problem(404, 'no_security_contact', {
  he: 'לא הוגדרה כאן כתובת לדיווח על בעיות אבטחה.',
  en: 'This site has no contact for security problems.',
})
