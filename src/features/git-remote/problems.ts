import { problem } from '#platform/problem.ts'

export const unknownGitService = problem(403, 'unknown_git_service', {
  he: 'הכתובת הזו מיועדת ל-git מגרסה 1.6.6 ואילך.',
  en: 'This address is for git 1.6.6 or newer.',
})

export const onlyMain = problem<{ ref: string }>(409, 'only_main', {
  he: 'אפשר לדחוף רק לענף main, בלי תגיות ובלי ענפים נוספים.',
  en: 'Only the branch main can be pushed, without tags and other branches.',
})

export const mainStays = problem(409, 'main_stays', {
  he: 'אי אפשר למחוק את הענף main.',
  en: 'The branch main cannot be deleted.',
})

export const fetchFirst = problem(409, 'fetch_first', {
  he: 'הספרייה השתנתה בינתיים, ולכן לא נשמר דבר. צריך להריץ git pull --rebase ולדחוף שוב.',
  en: 'The library was changed in the meantime, so nothing was saved. Run git pull --rebase and push again.',
})

export const notLinear = problem(409, 'not_linear', {
  he: 'אפשר לדחוף רק המשך ישיר של ההיסטוריה, בלי מיזוגים. צריך להריץ git pull --rebase ולדחוף שוב.',
  en: 'A push must continue the history in a straight line, without merges. Run git pull --rebase and push again.',
})

export const tooManyPushed = problem<{ max: number }>(413, 'too_many_pushed', {
  he: 'אפשר לדחוף בבת אחת עד 1,000 קומיטים ועד 1,000 קבצים ששונו. אפשר לדחוף בכמה פעמים: git push origin <commit>:main',
  en: 'Up to 1,000 commits and 1,000 changed files can be pushed at once. Push in several steps: git push origin <commit>:main',
})

export const onlyPlainFiles = problem<{ file_name: string }>(400, 'only_plain_files', {
  he: 'אפשר לשמור רק קבצים רגילים, לא קישורים ולא תת-מאגרים.',
  en: 'Only plain files can be saved, not links or submodules.',
})

export const unusualCommit = problem(400, 'unusual_commit', {
  he: 'מבנה הקומיט אינו נתמך.',
  en: 'The format of the commit is not supported.',
})
