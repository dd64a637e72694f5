import { problem } from '#platform/problem.ts'

export const repoNotFound = problem<{ repo_name: string }>(404, 'repo_not_found', {
  he: 'המאגר לא נמצא בין המאגרים המשוקפים.',
  en: 'There is no such mirrored repository.',
})

export const repoFileNotFound = problem<{ repo_name: string; repo_path: string }>(404, 'repo_file_not_found', {
  he: 'הקובץ לא נמצא בעותק המשוקף של המאגר.',
  en: 'There is no such file in the mirrored copy of the repository.',
})

export const commitNotFound = problem<{ repo_name: string; commit: string }>(404, 'commit_not_found', {
  he: 'הגרסה הזאת לא נמצאת בעותק המשוקף.',
  en: 'The mirrored copy has no such commit.',
})

export const invalidRepoPath = problem<{ field: 'repo_path' }>(400, 'invalid_repo_path', {
  he: 'הנתיב יוצא מתוך המאגר.',
  en: 'The path leads out of the repository.',
})

type Url = { field: 'url' }
export const invalidRepoUrl = problem<Url>(400, 'invalid_repo_url', {
  he: 'זו לא כתובת של מאגר. הצורה הנכונה: https://github.com/owner/name',
  en: 'This is not the address of a repository. It looks like https://github.com/owner/name',
})

export const httpsOnly = problem<Url>(400, 'https_only', {
  he: 'רק כתובות https מתקבלות.',
  en: 'Only https addresses are accepted.',
})

export const credentialsInUrl = problem<Url>(400, 'credentials_in_url', {
  he: 'הכתובת מכילה שם משתמש או סיסמה. הם לא נשמרים כאן, וכדאי להחליף אותם.',
  en: 'The address holds a user name or a password. They are not kept here; better to replace them.',
})

export const hostNotAllowed = problem<Url & { allowed: readonly string[] }>(400, 'host_not_allowed', {
  he: 'מהאתר הזה אי אפשר לשקף מאגרים.',
  en: 'Repositories of this host cannot be mirrored.',
})

export const invalidBranch = problem<{ field: 'branch' }>(400, 'invalid_branch', {
  he: 'זה לא שם של ענף.',
  en: 'This is not the name of a branch.',
})

export const repoNameTaken = problem<{ repo_name: string }>(409, 'repo_name_taken', {
  he: 'מאגר בשם הזה כבר משוקף.',
  en: 'A repository of this name is mirrored already.',
})

export const tooManyRepos = problem<{ max: number }>(409, 'too_many_repos', {
  he: 'אפשר לשקף עד 50 מאגרים.',
  en: 'Up to 50 repositories can be mirrored.',
})

export const repoNotSynced = problem<{ repo_name: string }>(409, 'repo_not_synced', {
  he: 'הסנכרון הראשון של המאגר עוד לא הסתיים.',
  en: 'The first sync of the repository is not done yet.',
})

export const mirrorUnreadable = problem<{ repo_name: string }>(503, 'mirror_unreadable', {
  he: 'העותק המשוקף לא זמין כרגע. סנכרון יביא אותו מחדש.',
  en: 'The mirrored copy cannot be read now. A sync will bring it again.',
})

export const notText = problem<{ repo_path: string }>(415, 'binary_not_supported', {
  he: 'זה לא קובץ טקסט.',
  en: 'This is not a text file.',
})

export const queryTooLong = problem<{ field: 'q'; max: number }>(400, 'query_too_long', {
  he: 'החיפוש ארוך מדי: עד 200 תווים.',
  en: 'The search is too long: up to 200 characters.',
})

export const hookRefused = problem(401, 'invalid_signature', {
  he: 'החתימה אינה נכונה.',
  en: 'The signature is not right.',
})
