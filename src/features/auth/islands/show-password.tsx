import { ShowPassword } from './parts/show-password.tsx'

export const island = ShowPassword
