import { problem } from '#platform/problem.ts'

const back = { label: { he: 'חזרה לרשימת האנשים', en: 'Back to users' }, href: '/admin/users' }

export const personNotFound = problem<{ user_id: string }>(
  404,
  'user_not_found',
  { he: 'אין משתמש כזה.', en: 'There is no such user.' },
  'user_not_found',
  () => back,
)

export const lastAdmin = problem<{ user_id: string }>(
  409,
  'last_admin',
  {
    he: 'זה הניהול האחרון שנשאר. קודם צריך לתת את התפקיד למישהו נוסף.',
    en: 'This is the last administrator. Make another user an administrator first.',
  },
  'last_admin',
  () => back,
)
