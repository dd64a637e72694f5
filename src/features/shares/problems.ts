import { problem } from '#platform/problem.ts'

const NOT_FOUND = {
  he: 'השיתוף לא נמצא. ייתכן שהוא הסתיים או בוטל.',
  en: 'There is no such share. It may have ended or been revoked.',
}

export const shareNotFound = problem<{ share_id: string }>(404, 'share_not_found', NOT_FOUND, 'Share not found')

/** The same without the token in its details: whoever has the token can open the link. */
export const linkNotFound = problem(404, 'share_not_found', NOT_FOUND, 'Share not found')

export const missingShareId = problem<{ field: 'share_id' }>(
  400,
  'missing_share_id',
  { he: 'חסר מזהה השיתוף.', en: 'The id of the share is missing.' },
  'Missing share_id',
)

export const tooManyShares = problem<{ max: number }>(409, 'too_many_shares', {
  he: 'אפשר להחזיק עד 1,000 שיתופים. כדאי לבטל כאלה שכבר אין בהם צורך.',
  en: 'Up to 1,000 shares can exist. Revoke some that are no longer needed.',
})

export const shareLinesNotFound = problem<{ line_start: number; line_end: number; line_count: number }>(
  422,
  'share_lines_not_found',
  { he: 'השורות שנבחרו לא נמצאות בגרסה הזו של הקובץ.', en: 'This version of the file does not have the chosen lines.' },
)

export const feedNotFound = problem(404, 'feed_not_found', {
  he: 'הפיד לא נמצא. ייתכן שהוא כובה.',
  en: 'There is no such feed. It may have been turned off.',
})

/** The codes of oEmbed (oembed.com): 401 for what is not public, 501 for a format that the provider does not have. */
export const embedNotPublic = problem(401, 'share_not_public', {
  he: 'השיתוף הזה מיועד לבעלי חשבון, ואי אפשר להטמיע אותו.',
  en: 'This share is for people with an account and cannot be embedded.',
})
export const embedNotFound = problem(404, 'embed_not_found', {
  he: 'הכתובת הזו אינה קישור פתוח.',
  en: 'This address is not a public link.',
})
export const embedFormat = problem<{ field: 'format' }>(501, 'embed_format_not_supported', {
  he: 'אפשר לקבל JSON בלבד.',
  en: 'Only JSON is available.',
})

export const invalidShareExport = problem<{ field: string }>(400, 'invalid_share_export', {
  he: 'פרטי השיתוף בייצוא אינם תקינים.',
  en: 'The share in the export is not valid.',
})

export const shareVersionMissing = problem<{ file_id: string; version: number }>(422, 'share_version_missing', {
  he: 'הגרסה ששותפה לא נמצאת כאן, או שהטקסט שלה שונה, ולכן השיתוף לא יובא.',
  en: 'The shared version does not exist here or has another text, so the share was not imported.',
})

export const shareRevokedHere = problem<{ share_id: string }>(409, 'share_revoked_here', {
  he: 'השיתוף בוטל בחשבון הזה אחרי הייצוא, ולכן לא נוצר מחדש.',
  en: 'The share was revoked in this account since the export, so it was not created again.',
})
