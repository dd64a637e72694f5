import { problem } from '#platform/problem.ts'

export const nothingToMove = problem<{ field: 'file' }>(400, 'nothing_to_move', {
  he: 'אין מה להעביר: צריך לבחור קובץ, להדביק טקסט או להזין אסימון של GitHub.',
  en: 'There is nothing to move: choose a file, paste a text or enter a GitHub token.',
})

export const unknownSource = problem<{ field: 'source' }>(400, 'unknown_source', {
  he: 'המקור הזה אינו מוכר.',
  en: 'There is no such source.',
})

export const damagedArchive = problem<{ path: string }>(400, 'damaged_archive', {
  he: 'אי אפשר לקרוא את הארכיון: הוא פגום או נקטע באמצע.',
  en: 'The archive cannot be read: it is damaged, or ends in the middle.',
})

export const archiveTooLarge = problem<{ path: string; max_entries: number; max_bytes: number }>(
  413,
  'archive_too_large',
  {
    he: 'הארכיון גדול מדי: עד 50,000 קבצים ועד \u2068512 MB\u2069 אחרי פריסה. אפשר לחלק אותו.',
    en: 'The archive is too large: up to 50,000 entries and 512 MB unpacked. It can be split.',
  },
)

export const tooManyItems = problem<{ max: number }>(413, 'too_many_items', {
  he: 'יש כאן יותר מ־5,000 קבצים. אפשר להעביר אותם בכמה חלקים.',
  en: 'There are more than 5,000 files here. They can be moved in several parts.',
})

export const tooManyRepositories = problem<{ max: number }>(413, 'too_many_repositories', {
  he: 'יש בארכיון יותר מ־500 מאגרים. אפשר לחלק אותו.',
  en: 'The archive holds more than 500 repositories. It can be split.',
})

export const repositoryTooLarge = problem<{ path: string }>(413, 'repository_too_large', {
  he: 'קריאת אחד המאגרים לוקחת יותר מדי זמן: יש בו יותר מדי תיקיות.',
  en: 'Reading one of the repositories takes too long: it has too many folders.',
})

export const tooManyGists = problem<{ max: number }>(413, 'too_many_gists', {
  he: 'בחשבון הזה יש יותר מ־3,000 Gists, ו־GitHub אינו מונה יותר.',
  en: 'This account has more than 3,000 gists, and GitHub lists no more.',
})

export const gitHubRefused = problem<{ field: 'github_token' }>(422, 'github_token_refused', {
  he: 'GitHub לא קיבל את האסימון. צריך אסימון שמותר לו לקרוא Gists.',
  en: 'GitHub did not accept the token. It has to be one that may read gists.',
})

export const gitHubLimited = problem(503, 'github_limited', {
  he: 'GitHub מבקש להמתין: נשלחו אליו יותר מדי בקשות. אפשר לנסות שוב בעוד שעה.',
  en: 'GitHub asks to wait: it was sent too many requests. Try again in an hour.',
})

export const gitHubUnavailable = problem(502, 'github_unavailable', {
  he: 'לא הגיעה תשובה תקינה מ־GitHub. אפשר לנסות שוב.',
  en: 'No valid answer came from GitHub. Try again.',
})

export const moveNotFound = problem<{ move_id: string }>(404, 'move_not_found', {
  he: 'ההעברה לא נמצאה.',
  en: 'There is no such move.',
})

export const moveUndone = problem<{ move_id: string; undone_at: string }>(409, 'move_already_undone', {
  he: 'ההעברה הזו כבר בוטלה.',
  en: 'This move was already undone.',
})

export const moveRunning = problem<{ move_id: string }>(409, 'move_running', {
  he: 'ההעברה עוד נמשכת. אפשר לבטל אותה כשתסתיים.',
  en: 'This move is still running. It can be undone when it has ended.',
})
