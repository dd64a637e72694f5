import type { LocalizedText } from '#base/messages.ts'

/** Operations on repositories, the notes on their files, and shares. */
export const REPO_AND_SHARE_SENTENCES: Readonly<Record<string, LocalizedText>> = {
  'GET /api/repos': {
    he: 'המאגרים המשוקפים, עם מצב הסנכרון.',
    en: 'Lists the mirrored repositories with the state of their sync.',
  },
  'POST /api/repos': {
    he: 'שיקוף מאגר לפי כתובת https. הסנכרון הראשון מתחיל ברקע.',
    en: 'Mirrors a repository by its https address. The first sync starts in the background.',
  },
  'GET /api/repos/{id}': { he: 'מאגר משוקף אחד.', en: 'Gets one mirrored repository.' },
  'DELETE /api/repos/{id}': {
    he: 'הפסקת השיקוף. קבצים שיובאו ופתקים נשארים.',
    en: 'Stops mirroring a repository. Imported files and notes stay.',
  },
  'POST /api/repos/{id}/sync': {
    he: 'בקשת סנכרון; הוא רץ ברקע.',
    en: 'Requests a sync, which runs in the background.',
  },
  'POST /api/repos/{id}/import': {
    he: 'ייבוא קבצים מהמאגר לספרייה, בחלקים: after ממשיך מהמקום שבו הסתיימה התשובה הקודמת.',
    en: 'Imports files of the repository into the library, in parts: after continues where the previous reply ended.',
  },
  'GET /api/repos/{id}/text': {
    he: 'הטקסט של קובץ במאגר, במצב הנוכחי או ב-commit מסוים.',
    en: 'Gets the text of a repository file, at the current commit or at another one.',
  },
  'POST /api/repos/{id}/hook': {
    he: 'יצירת webhook שמסנכרן אחרי כל push. הסוד מופיע רק בתשובה הזו.',
    en: 'Creates a webhook that syncs after each push. The secret is in this reply only.',
  },
  'POST /api/repo-hooks/{hook}': {
    he: 'כתובת ה-webhook ששרת הקוד קורא לה. נדרשת חתימה (GitHub) או סוד (GitLab).',
    en: 'The webhook that a code host calls. It needs a signature (GitHub) or the secret (GitLab).',
  },
  'POST /api/repos/{id}/upload': {
    he: 'שליחת קובץ ל-branch במאגר, עם אסימון של שרת הקוד. האסימון אינו נשמר.',
    en: 'Commits a file to a branch of the repository with a token of the code host. The token is not stored.',
  },
  'GET /api/files/{id}/upstream': {
    he: 'השוואה של קובץ שיובא ממאגר עם המצב שלו שם, והמיזוג המוצע.',
    en: 'Compares an imported file with its repository and shows the merge that would result.',
  },
  'POST /api/files/{id}/upstream': {
    he: 'עדכון קובץ שיובא לפי המאגר. התנגשות מקבלת 409 ולא נכתב דבר.',
    en: 'Updates an imported file from its repository. A merge conflict is a 409 and nothing is written.',
  },
  'GET /api/sticky-notes/repo/{repo_name}/{*}': {
    he: 'הפתקים על קובץ במאגר. unknown אומר שאי אפשר לקרוא את העותק כרגע.',
    en: 'Lists the notes on a repository file. unknown means that the mirror cannot be read now.',
  },
  'POST /api/sticky-notes/repo/{repo_name}/{*}': {
    he: 'פתק חדש על קובץ במאגר.',
    en: 'Creates a note on a repository file.',
  },
  'GET /api/sticky-notes/repo-orphans/{repo_name}': {
    he: 'פתקים שהקובץ שלהם אינו עוד בעותק של המאגר.',
    en: 'Lists the notes whose file is no longer in the mirrored repository.',
  },
  'GET /api/sticky-notes/orphan-repos': {
    he: 'מאגרים שיש בהם פתקים ואינם משוקפים עוד.',
    en: 'Lists repositories that have notes and are no longer mirrored.',
  },
  'POST /api/sticky-notes/note/{id}/reattach': {
    he: 'חיבור פתק לקובץ ולשורות אחרים באותו מאגר.',
    en: 'Attaches a note to another file or other lines of its repository.',
  },
  'POST /api/files/{id}/share': {
    he: 'שיתוף של גרסה אחת עם משתמשים מחוברים. warnings מצביע על מה שנראה כמו סוד.',
    en: 'Shares one version with signed-in users. warnings point at what looks like a secret.',
  },
  'POST /api/files/create-share-link': {
    he: 'קישור ציבורי לעד 100 קבצים, פתוח גם בלי חשבון.',
    en: 'Creates a public link to up to 100 files, open without an account.',
  },
  'POST /api/shared/save': {
    he: 'שמירת שיתוף כקובץ Markdown בספרייה.',
    en: 'Saves a share as a Markdown file in the library.',
  },
  'GET /api/shares': { he: 'השיתופים והקישורים של המשתמש.', en: 'Lists the shares and public links of the user.' },
  'DELETE /api/shares/{share_id}': { he: 'ביטול שיתוף או קישור.', en: 'Revokes a share or a public link.' },
}
