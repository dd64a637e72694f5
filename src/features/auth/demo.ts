/** Users of the development seed; each signs in through the real `POST /auth/messenger`. */
export const DEMO_USERS = [
  { id: 1001, firstName: 'Dana', role: 'user' },
  { id: 1002, firstName: 'Omer', role: 'premium' },
  { id: 1003, firstName: 'Noa', role: 'admin' },
] as const
