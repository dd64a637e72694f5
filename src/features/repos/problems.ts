import type { FileId } from '#base/ids.ts'
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

export const branchNotFound = problem<{ repo_name: string; branch: string }>(404, 'branch_not_found', {
  he: 'הענף הזה לא נמצא בין הענפים של המאגר שנבחרו כאן.',
  en: 'This branch is not among the branches of the repository that were added here.',
})

export const branchNotSynced = problem<{ repo_name: string; branch: string }>(409, 'branch_not_synced', {
  he: 'הענף עוד לא התקבל מהאתר.',
  en: 'The branch was not fetched yet.',
})

export const tooManyBranches = problem<{ max: number }>(409, 'too_many_branches', {
  he: 'אפשר להוסיף עד 10 ענפים למאגר.',
  en: 'Up to 10 branches can be added to a repository.',
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
  en: 'The address contains a user name or a password. They were not stored; replace them, because they may have been exposed.',
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
  en: 'A repository with this name is already mirrored.',
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
  en: 'The mirrored copy cannot be read now. The next sync restores it.',
})

export const repoTooSlow = problem<{ repo_name: string }>(503, 'repo_too_slow', {
  he: 'הקריאה מהעותק המשוקף ארכה יותר מדי זמן והופסקה. אפשר לנסות שוב.',
  en: 'Reading the mirrored copy took too long and was cut off. Try again.',
})

export const repoNeedsMemory = problem<{ repo_name: string }>(422, 'repo_file_too_large', {
  he: 'הקריאה מהעותק המשוקף דורשת יותר זיכרון ממה שהשרת מקצה: יש שם קובץ גדול מאוד.',
  en: 'Reading this from the mirrored copy needs more memory than the server allows: there is a very large file in it.',
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
  en: 'The signature is not valid.',
})

type Followed = { file_id: FileId }
export const noUpstream = problem<Followed>(404, 'no_upstream', {
  he: 'הקובץ הזה לא הגיע ממאגר.',
  en: 'This file was not imported from a repository.',
})

export const changedHere = problem<{ file_id: string; repo_path: string }>(409, 'changed_here', {
  he: 'הקובץ השתנה גם כאן וגם במאגר, ולא הוחלף.',
  en: 'The file changed both here and in the repository, and was not replaced.',
})

export const upstreamGone = problem<Followed & { repo_path: string }>(409, 'upstream_gone', {
  he: 'הקובץ כבר לא נמצא במאגר.',
  en: 'The file is no longer in the repository.',
})

export const upstreamNotText = problem<Followed & { repo_path: string }>(415, 'binary_not_supported', {
  he: 'מה שנמצא עכשיו במאגר אינו טקסט.',
  en: 'The file in the repository is no longer text.',
})

export const upstreamMoved = problem<Followed & { upstream_blob: string }>(409, 'upstream_moved', {
  he: 'המאגר השתנה שוב בינתיים. כדאי לראות מה חדש ולנסות שוב.',
  en: 'The repository changed again in the meantime. See what is new, then try again.',
})

export const mergeConflict = problem<Followed & { conflicts: number }>(409, 'merge_conflict', {
  he: 'אותו מקום השתנה גם כאן וגם במאגר. דבר לא נכתב.',
  en: 'The same lines changed both here and in the repository. Nothing was written.',
})

export const uploadDisabled = problem(403, 'upload_disabled', {
  he: 'שליחה למאגרים כבויה בהתקנה הזאת.',
  en: 'Sending to repositories is switched off in this installation.',
})

export const invalidUploadToken = problem<{ field: 'token' }>(400, 'invalid_upload_token', {
  he: 'זה לא אסימון גישה: שורה אחת בלי רווחים.',
  en: 'This is not an access token: one line without spaces.',
})

type Sent = { repo_name: string; branch: string }
export const uploadDenied = problem<Sent>(403, 'upload_denied', {
  he: 'האתר לא קיבל את האסימון, או שאין לו הרשאת כתיבה למאגר הזה.',
  en: 'The host did not accept the token, or it may not write to this repository.',
})

export const uploadRejected = problem<Sent>(409, 'upload_rejected', {
  he: 'האתר סירב לשינוי בענף הזה. אולי הענף מוגן.',
  en: 'The host refused the change on this branch. The branch may be protected.',
})

export const branchMoved = problem<Sent>(409, 'branch_moved', {
  he: 'הענף השתנה בזמן השליחה, ולכן דבר לא נשלח. אפשר לנסות שוב.',
  en: 'The branch changed while we were sending, so nothing was sent. Try again.',
})

export const repoPathChanged = problem<Sent & { repo_path: string }>(409, 'repo_path_changed', {
  he: 'בענף הזה נמצא במקום הזה משהו אחר ממה שנלקח לכאן, ולכן דבר לא נשלח. כדאי לעדכן קודם.',
  en: 'The file on that branch differs from the imported one, so nothing was sent. Update first.',
})

export const nothingToUpload = problem<Sent & { repo_path: string }>(409, 'nothing_to_upload', {
  he: 'זה בדיוק מה שכבר כתוב שם.',
  en: 'The file in the repository already has this content.',
})

export const hostUnreachable = problem<Sent>(502, 'host_unreachable', {
  he: 'האתר של המאגר לא ענה.',
  en: 'The host of the repository did not answer.',
})

export const hostTimeout = problem<Sent>(504, 'host_timeout', {
  he: 'השליחה ארכה יותר מדי זמן והופסקה.',
  en: 'Sending took too long and was cut off.',
})

export const uploadFailed = problem<Sent>(502, 'upload_failed', {
  he: 'השליחה נכשלה.',
  en: 'Sending failed.',
})

export const invalidOriginExport = problem<{ field: string }>(400, 'invalid_origin_export', {
  he: 'המקור של הקובץ בייצוא אינו תקין. הקובץ עצמו יובא.',
  en: 'The origin of the file in the export is not valid. The file itself was imported.',
})
