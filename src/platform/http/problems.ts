import { invalidText, problem } from '../problem.ts'

export { noDiskSpace } from '../disk-full.ts'
export { invalidText }

export const authenticationRequired = problem<{ redirect: '/login' }>(
  401,
  'authentication_required',
  { he: 'צריך להתחבר כדי להמשיך.', en: 'Sign in to continue.' },
  'Authentication required',
)

export const confirmationRequired = problem<{ redirect: '/confirm' }>(403, 'confirmation_required', {
  he: 'צריך לאשר שוב את הזהות כדי להמשיך.',
  en: 'Confirm that it is you to continue.',
})

export const premiumRequired = problem(403, 'premium_required', {
  he: 'הפעולה הזו פתוחה למנויי פרימיום.',
  en: 'This is open to premium members.',
})

export const adminOnly = problem(403, 'admin_only', {
  he: 'הדף הזה פתוח למנהלים בלבד.',
  en: 'This is open to admins only.',
})

export const sessionRequired = problem(403, 'session_required', {
  he: 'הפעולה הזו אפשרית רק מהדפדפן, לא עם אסימון.',
  en: 'This can only be done in the browser, not with a token.',
})

export const tokenRequired = problem(403, 'token_required', {
  he: 'הכתובת הזו פתוחה רק לאסימון גישה, לא לדפדפן.',
  en: 'This requires an access token; a browser session is not accepted.',
})

export const insufficientScope = problem<{ scope: string }>(403, 'insufficient_scope', {
  he: 'לאסימון אין הרשאה לפעולה הזו.',
  en: 'The token is not allowed to do this.',
})

export const foreignOrigin = problem(403, 'foreign_origin', {
  he: 'הבקשה הגיעה מאתר אחר ונחסמה.',
  en: 'The request came from another site and was blocked.',
})

/** The page came from this server, under another name, port or scheme than the configured one. */
export const wrongAddress = problem<{ address: string }>(
  403,
  'wrong_address',
  {
    he: 'השרת נפתח בכתובת אחרת מזו שהוגדרה לו. אפשר להמשיך בכתובת {address}.',
    en: 'This server was opened at another address than the one it is configured for. Continue at {address}.',
  },
  undefined,
  ({ address }) => ({ label: { he: 'מעבר לכתובת הנכונה', en: 'Go to the right address' }, href: address }),
)

/** A worker thread did not finish with a user's text in time. */
export const tookTooLong = problem<{ retry_after: number }>(503, 'took_too_long', {
  he: 'הפעולה לקחה יותר מדי זמן והופסקה. אפשר לנסות שוב.',
  en: 'This took too long and was stopped. Please try again.',
})

export const rateLimited = problem<{ retry_after: number }>(429, 'rate_limited', {
  he: 'יותר מדי בקשות בזמן קצר. אפשר לנסות שוב בעוד רגע.',
  en: 'Too many requests in a short time. Try again in a moment.',
})

export const notFound = problem(404, 'not_found', { he: 'אין דף בכתובת הזאת.', en: 'There is no such page.' })

export const methodNotAllowed = problem<{ allowed: readonly string[] }>(405, 'method_not_allowed', {
  he: 'הפעולה הזו אינה קיימת בכתובת הזו.',
  en: 'This URL does not support the method.',
})

export const invalidPayload = problem<{ field?: string }>(400, 'invalid_payload', {
  he: 'גוף הבקשה חייב להיות אובייקט JSON.',
  en: 'The body must be a JSON object.',
})

export const invalidUtf8 = problem(400, 'invalid_utf8', {
  he: 'הבקשה אינה טקסט בקידוד UTF-8.',
  en: 'The request is not UTF-8 text.',
})

export const tooManyFields = problem<{ max: number }>(400, 'too_many_fields', {
  he: 'בטופס יש יותר מדי שדות.',
  en: 'The form has too many fields.',
})

export const jsonTooComplex = problem<{ max_values: number; max_depth: number }>(413, 'json_too_complex', {
  he: 'ב-JSON יש יותר מדי ערכים, או שהוא מקונן מדי.',
  en: 'The JSON has too many values, or is nested too deeply.',
})

export type InputContext = { field: string; max?: number; min?: number; allowed?: readonly unknown[] }

export const invalidInput = problem<InputContext>(400, 'invalid_input', {
  he: 'אחד השדות אינו תקין.',
  en: 'One of the fields is not valid.',
})

export const payloadTooLarge = problem<{ max: number }>(413, 'payload_too_large', {
  he: 'הבקשה גדולה מדי.',
  en: 'The request is too large.',
})

export const unsupportedMediaType = problem(415, 'unsupported_media_type', {
  he: 'סוג התוכן הזה אינו נתמך כאן.',
  en: 'This content type is not supported here.',
})

export const internalError = problem(500, 'internal_error', {
  he: 'משהו השתבש אצלנו. אפשר לנסות שוב.',
  en: 'Something went wrong on our side. Please try again.',
})

export const shuttingDown = problem(503, 'shutting_down', {
  he: 'השרת מתחלף. אפשר לנסות שוב.',
  en: 'The server is being replaced. Try again.',
})

export const tooManyParts = problem<{ max: number }>(413, 'too_many_files', {
  he: 'יותר מדי קבצים בבקשה אחת.',
  en: 'Too many files in one request.',
})

export const uploadIncomplete = problem(400, 'upload_incomplete', {
  he: 'ההעלאה נקטעה לפני שהגיעה כולה.',
  en: 'The upload was interrupted before it was complete.',
})
