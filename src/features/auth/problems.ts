import { settingsHref } from '#base/settings-panes.ts'
import type { SessionId } from '#base/ids.ts'
import type { OidcRefusal } from '#platform/oidc/refusal.ts'
import { Problem, problem } from '#platform/problem.ts'
import type { PasswordFault } from './password.ts'
import { MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from './password.ts'

/** One body for every cause, so that a caller cannot learn which check failed. */
export const invalidAuthentication = problem(401, 'invalid_authentication', {
  he: 'ההתחברות לא אומתה. אפשר לנסות שוב.',
  en: 'The sign-in could not be verified. Please try again.',
})

export const sessionNotFound = problem<{ session_id: SessionId }>(404, 'session_not_found', {
  he: 'החיבור הזה כבר לא קיים.',
  en: 'There is no such session.',
})

/** One problem for an unknown name and a wrong password. */
export const wrongPassword = problem(401, 'wrong_password', {
  he: 'שם המשתמש או הסיסמה שגויים.',
  en: 'The user name or the password is wrong.',
})

/** One problem for every cause, so that a caller cannot learn which passkeys exist. */
export const passkeyRefused = problem(401, 'passkey_refused', {
  he: 'מפתח הגישה לא אומת. אפשר לנסות שוב או להיכנס בדרך אחרת.',
  en: 'The passkey could not be verified. Try again, or use another way to sign in.',
})

export const wrongRecoveryCode = problem(401, 'wrong_recovery_code', {
  he: 'קוד השחזור שגוי, או שכבר השתמשו בו.',
  en: 'The recovery code is wrong or was used before.',
})

export const tooManyAttempts = problem<{ retry_after: number }>(429, 'too_many_attempts', {
  he: 'היו יותר מדי ניסיונות שגויים. צריך להמתין לפני הניסיון הבא.',
  en: 'There were too many failed attempts. Wait before you try again.',
})

export const invalidSignInName = problem<{ field: 'sign_in_name' }>(400, 'invalid_sign_in_name', {
  he: 'שם משתמש: בין 2 ל־64 אותיות או ספרות, ואפשר נקודה, מקף וקו תחתון ביניהן.',
  en: 'A user name has 2 to 64 letters or digits, with dots, dashes and underscores between them.',
})

export const signInNameTaken = problem<{ field: 'sign_in_name' }>(409, 'sign_in_name_taken', {
  he: 'שם המשתמש הזה כבר תפוס.',
  en: 'This user name is taken.',
})

export const weakPassword = problem<{ field: 'password'; reason: PasswordFault }>(400, 'weak_password', {
  he: `הסיסמה לא מתאימה: בין ${MIN_PASSWORD_CHARS} ל־${MAX_PASSWORD_CHARS} תווים, בלי השם שלך, ולא סיסמה נפוצה.`,
  en: `Choose another password: ${MIN_PASSWORD_CHARS} to ${MAX_PASSWORD_CHARS} characters, without your own name, and not a common one.`,
})

/** The messenger or provider account is not known here and may not create an account. */
export const unknownAccount = problem(403, 'unknown_account', {
  he: 'החשבון הזה לא מוכר כאן. אפשר לבקש הזמנה ממי שמנהל את השרת.',
  en: 'This account is not known here. Ask an administrator for an invitation.',
})

/** The reason is for the log and for programs; people are told what to do. */
export const oidcRefused = problem<{ provider: string; reason: OidcRefusal }>(401, 'provider_refused', {
  he: 'ספק הזהויות לא אישר את הכניסה. אפשר לנסות שוב או לבחור דרך אחרת.',
  en: 'The identity provider did not confirm the sign-in. Try again, or choose another way.',
})

/** Of a provider that did not ask the person again, or does not tell when it did. */
export const oidcNotConfirmed = problem<{ provider: string; reason: OidcRefusal }>(401, 'provider_not_confirmed', {
  he: 'ספק הזהויות לא שאל שוב מי נמצא כאן, ולכן הוא לא יכול לאשר. צריך לאשר בדרך אחרת, או לבקש קישור כניסה ממי שמנהל את השרת.',
  en: 'The identity provider did not ask again who you are, so it cannot confirm. Confirm in another way, or ask the administrator for a sign-in link.',
})

export const oidcOtherAccount = problem(409, 'provider_other_account', {
  he: 'החשבון אצל ספק הזהויות אינו החשבון שמחובר כאן.',
  en: 'The account at the identity provider is not the one that is signed in here.',
})

export const registrationClosed = problem(403, 'registration_closed', {
  he: 'ההרשמה סגורה. אפשר לבקש הזמנה ממי שמנהל את השרת.',
  en: 'Registration is closed. Ask an administrator for an invitation.',
})

export const setUpInvalid = problem(404, 'set_up_link_invalid', {
  he: 'קישור ההתקנה אינו תקף: פג תוקפו, כבר השתמשו בו, או שכבר יש מנהל. הפקודה codeshelf set-up-link מציגה קישור חדש.',
  en: 'This set-up link is not valid: it expired, was used, or there is an administrator already. `codeshelf set-up-link` prints a new one.',
})

export const invitationInvalid = problem(404, 'invitation_invalid', {
  he: 'ההזמנה אינה תקפה: פג תוקפה, בוטלה, או שכבר השתמשו בה. אפשר לבקש חדשה ממי ששלח אותה.',
  en: 'This invitation is not valid: it expired, was revoked or was used. Ask whoever sent it for a new one.',
})

export const linkInvalid = problem(404, 'sign_in_link_invalid', {
  he: 'קישור הכניסה אינו תקף: פג תוקפו או שכבר השתמשו בו.',
  en: 'This sign-in link is not valid: it expired or was used.',
})

const toMethods = { label: { he: 'חזרה לדרכי הכניסה', en: 'Back to sign-in methods' }, href: settingsHref('sign-in') }

export const methodNotFound = problem<{ method_id: string }>(
  404,
  'sign_in_method_not_found',
  { he: 'דרך הכניסה הזו כבר לא קיימת.', en: 'There is no such sign-in method.' },
  'sign_in_method_not_found',
  () => toMethods,
)

export const lastMethod = problem<{ method_id: string }>(
  409,
  'last_sign_in_method',
  {
    he: 'זו דרך הכניסה האחרונה לחשבון. קודם צריך להוסיף דרך אחרת.',
    en: 'This is the last way into the account. Add another one first.',
  },
  'last_sign_in_method',
  () => toMethods,
)

export const tooManyMethods = problem<{ max: number }>(
  409,
  'too_many_sign_in_methods',
  {
    he: 'יש כבר יותר מדי דרכי כניסה. צריך להסיר אחת קודם.',
    en: 'There are too many sign-in methods. Remove one first.',
  },
  'too_many_sign_in_methods',
  () => toMethods,
)

export const oidcLinkInvalid = problem(
  404,
  'provider_link_invalid',
  {
    he: 'ההוספה הזו אינה תקפה: עבר הזמן, כבר השתמשו בה, או שהיא התחילה בחיבור אחר. אפשר להתחיל מחדש.',
    en: 'This cannot be added: it expired, was used, or was started in another session. Start again.',
  },
  'provider_link_invalid',
  () => toMethods,
)

export const identityTaken = problem(409, 'identity_taken', {
  he: 'דרך הכניסה הזו שייכת לחשבון אחר.',
  en: 'This sign-in method belongs to another account.',
})

export const passkeyExists = problem(409, 'passkey_exists', {
  he: 'מפתח הגישה הזה כבר שייך לחשבון שלך.',
  en: 'This passkey is already in your account.',
})

export const invitationNotFound = problem<{ invitation_id: string }>(404, 'invitation_not_found', {
  he: 'ההזמנה הזו כבר לא פתוחה.',
  en: 'This invitation is no longer open.',
})

/** For the log: the operator needs the reason, which the page does not show and the log of an error leaves out. */
export function oidcFailureReason(error: unknown): unknown {
  return error instanceof Problem ? (error.context['reason'] ?? error.code) : 'unexpected'
}
