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
