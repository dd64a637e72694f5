import type { LocalizedText } from '#base/messages.ts'
import { REPO_AND_SHARE_SENTENCES } from './sentences-repos.ts'
import { SEARCH_SENTENCES } from './sentences-search.ts'
import { SERVICE_SENTENCES } from './sentences-service.ts'

/** One sentence per operation. A test fails for a sentence without an operation and for an operation without a sentence. */
export const SENTENCES: Readonly<Record<string, LocalizedText>> = {
  'POST /auth/messenger': {
    he: 'כניסה עם הנתונים החתומים של כפתור ההתחברות; התשובה קובעת עוגיית חיבור.',
    en: 'Signs in with the signed fields of the login widget; the answer sets the session cookie.',
  },
  'GET /api/files': {
    he: 'הקבצים בסדר היצירה, עשרים בעמוד. עם q מוחזרות גם השורות שנמצאו.',
    en: 'Lists files in the order of their creation, 20 per page. With q also the matching lines.',
  },
  'POST /api/files': {
    he: 'שמירת קובץ. שם שכבר קיים מקבל את הגרסה הבאה.',
    en: 'Saves a file. An existing name gets a new version.',
  },
  'GET /api/files/ids': {
    he: 'המזהים של כל הקבצים המתאימים, עד 1,000. total_known הוא null כשיש יותר ולא ידוע כמה.',
    en: 'Lists the ids of all matching files, up to 1,000. total_known is null when there are more and they were not counted.',
  },
  'GET /api/files/facets': {
    he: 'כמה תוצאות חיפוש יש בכל שפה.',
    en: 'Counts the hits of a search by language.',
  },
  'GET /api/files/{id}': { he: 'קובץ אחד, עם התוכן האחרון.', en: 'One file with its latest content.' },
  'PUT /api/files/{id}': {
    he: 'שינוי מה שנשלח. רק תוכן חדש יוצר גרסה; prev_version ישן מקבל 409 עם התוכן השמור.',
    en: 'Updates the fields that are sent. Only new content creates a version; a stale prev_version is a 409 with the stored content.',
  },
  'GET /api/files/{id}/versions': { he: 'כל הגרסאות, מהחדשה לישנה.', en: 'Every version, newest first.' },
  'GET /api/files/{id}/versions/{version}': { he: 'גרסה אחת, עם התוכן שלה.', en: 'One version with its content.' },
  'POST /api/files/{id}/restore-version': {
    he: 'העתקת גרסה ישנה כגרסה חדשה. ההיסטוריה לא משתנה.',
    en: 'Restores an old version as a new one. History is never rewritten.',
  },
  'POST /api/files/{id}/pin': { he: 'נעיצה של קובץ או ביטול שלה.', en: 'Pins a file or unpins it.' },
  'POST /api/files/{id}/trash': {
    he: 'העברה לסל המיחזור ל-30 יום.',
    en: 'Moves a file to the trash for 30 days.',
  },
  'POST /api/trash/{id}/restore': {
    he: 'החזרה מהסל, עם אותו מזהה וכל הגרסאות. שם תפוס מקבל 409 עם הצעה.',
    en: 'Restores a file from the trash, with its id and every version. A taken name is a 409 with a suggestion.',
  },
  'POST /api/trash/bulk-restore': {
    he: 'החזרת עד 100 קבצים מהסל. קובץ ששמו תפוס נשאר בסל ומופיע בתשובה; קובץ שכבר לא בסל אינו שגיאה.',
    en: 'Restores up to 100 files from the trash. A file whose name is taken stays there and is listed in the reply; a file that is not in the trash is ignored.',
  },
  'POST /api/trash/{id}/purge': {
    he: 'מחיקה סופית ומיידית, עם כל הגרסאות.',
    en: 'Deletes a file permanently, with every version.',
  },
  'POST /api/files/bulk-favorite': { he: 'הוספה למועדפים, עד 100 קבצים.', en: 'Marks up to 100 files as favourites.' },
  'POST /api/files/bulk-unfavorite': {
    he: 'הסרה מהמועדפים, עד 100 קבצים.',
    en: 'Removes up to 100 files from the favourites.',
  },
  'POST /api/files/bulk-tag': {
    he: 'הוספת תגיות לעד 100 קבצים. אם אחד מהם חסר, לא נעשה דבר.',
    en: 'Adds tags to up to 100 files. If one is missing, nothing is done.',
  },
  'POST /api/files/bulk-move': {
    he: 'העברת עד 100 קבצים לתיקייה. אם שם של אחד מהם תפוס שם, לא נעשה דבר.',
    en: 'Moves up to 100 files to a folder. If one of their names is taken there, nothing is done.',
  },
  'POST /api/files/bulk-delete': {
    he: 'העברת עד 100 קבצים לסל המיחזור.',
    en: 'Moves up to 100 files to the trash.',
  },
  'POST /api/files/create-zip': {
    he: 'קובץ zip של עד 100 קבצים, מוזרם. שמות זהים נעשים ייחודיים.',
    en: 'Streams a zip of up to 100 files. Equal names are made unique.',
  },
  'GET /api/stats': {
    he: 'מספר הקבצים, כמה בכל שפה, ועשרת האחרונים.',
    en: 'Counts the files, in total and by language, and lists the ten newest.',
  },
  'GET /api/tokens': { he: 'האסימונים, בלי הסוד עצמו.', en: 'The tokens, without their secrets.' },
  'POST /api/tokens': {
    he: 'אסימון חדש. הסוד מופיע בתשובה הזו ובשום מקום אחר.',
    en: 'Creates a token. The secret is in this reply only.',
  },
  'DELETE /api/tokens/{id}': { he: 'ביטול אסימון.', en: 'Revokes a token.' },
  'PUT /api/files/raw/{name}': {
    he: 'שמירת קובץ: גוף הבקשה הוא הקובץ עצמו, בכל סוג תוכן.',
    en: 'Saves a file: the body is the file itself, whatever its content type.',
  },
  'POST /api/files/raw/{name}': { he: 'אותו דבר, לתוכנות ששולחות POST.', en: 'The same, for programs that send POST.' },
  'POST /api/files/upload': {
    he: 'העלאת קבצים, תיקייה או zip, עם תוצאה לכל קובץ.',
    en: 'Uploads files, a folder or a zip, with a result for each file.',
  },
  'POST /api/import': {
    he: 'ייבוא של ייצוא קודם, של zip, של קבצים או של JSON מ-GitHub Gist.',
    en: 'Imports an earlier export, a zip, files, or the JSON of GitHub Gist.',
  },
  'GET /api/move-in': {
    he: 'ההעברות האחרונות מתוכנות אחרות.',
    en: 'Lists the last moves from other programs.',
  },
  'POST /api/move-in/preview': {
    he: 'מה יגיע מתוכנה אחרת ומה לא, ולמה. לא נשמר דבר.',
    en: 'Shows what would come from another program, and what would not and why. Saves nothing.',
  },
  'POST /api/move-in': {
    he: 'העברה מתוכנה אחרת: Gists, ‏VS Code, ‏massCode, ‏Obsidian ועוד.',
    en: 'Moves in from another program: gists, VS Code, massCode, Obsidian and others.',
  },
  'POST /api/move-in/{id}/undo': {
    he: 'ביטול העברה. קבצים ששונו מאז נשארים.',
    en: 'Undoes a move. Files that were changed since are kept.',
  },
  'GET /api/export': {
    he: 'קובץ zip אחד עם הקבצים וכל הגרסאות, הפתקים, התזכורות, הלוחות, ההגדרות וסל המיחזור.',
    en: 'Exports one zip with files and all versions, notes, reminders, boards, settings and the trash.',
  },
  'GET /api/note-boards': {
    he: 'הלוחות. לוח ברירת מחדל קיים מהקריאה הראשונה.',
    en: 'Lists the boards. The first read creates the default board.',
  },
  'POST /api/note-boards': { he: 'לוח חדש.', en: 'Makes a board.' },
  'PATCH /api/note-boards/{id}': { he: 'שינוי שם של לוח.', en: 'Renames a board.' },
  'DELETE /api/note-boards/{id}': {
    he: 'מחיקת לוח; הפתקים שעליו עוברים ללוח ברירת המחדל.',
    en: 'Deletes a board; its notes move to the default one.',
  },
  'GET /api/sticky-notes/{id}': { he: 'הפתקים של קובץ, מהישן לחדש.', en: 'The notes of a file, oldest first.' },
  'POST /api/sticky-notes/{id}': { he: 'פתק חדש על קובץ.', en: 'Puts a note on a file.' },
  'GET /api/sticky-notes/board/{id}': { he: 'הפתקים של לוח, מהישן לחדש.', en: 'The notes of a board, oldest first.' },
  'POST /api/sticky-notes/board/{id}': { he: 'פתק חדש על לוח.', en: 'Puts a note on a board.' },
  'GET /api/sticky-notes/note/{id}': { he: 'פתק אחד.', en: 'One note.' },
  'PUT /api/sticky-notes/note/{id}': {
    he: 'שינוי מה שנשלח. prev_updated_at ישן מקבל 409 עם הפתק השמור.',
    en: 'Updates the fields that are sent. A stale prev_updated_at is a 409 with the stored note.',
  },
  'DELETE /api/sticky-notes/note/{id}': { he: 'מחיקה שאפשר לבטל.', en: 'Deletes a note; it can be restored.' },
  'POST /api/sticky-notes/note/{id}/restore': { he: 'החזרת פתק שנמחק.', en: 'Takes a deleted note back.' },
  'POST /api/sticky-notes/note/{id}/move-to-file': {
    he: 'העברת פתק לשורות של קובץ אחר בספרייה. was אומר איפה היה, להחזרה.',
    en: 'Moves a note to lines of another file of the library. was says where it was, to move it back.',
  },
  'POST /api/sticky-notes/note/{id}/dismiss-move': {
    he: 'הפסקת ההצעה להעביר פתק לקובץ שאליו עבר הקוד שלו.',
    en: 'Stops offering to move a note to the file that has its code now.',
  },
  'POST /api/sticky-notes/note/{id}/move': {
    he: 'העברת פתק מלוח ללוח. התוכן והמקום על הלוח נשמרים.',
    en: 'Moves a note to another board; its content and position stay the same.',
  },
  'POST /api/sticky-notes/note/{id}/task': {
    he: 'סימון או ביטול של תיבה אחת. נשלח המצב הרצוי, ומשתנה תו אחד.',
    en: 'Checks or unchecks one checkbox. The request names the wanted state, and one character changes.',
  },
  'POST /api/sticky-notes/batch': {
    he: 'עד 100 שינויים, לכל אחד תוצאה משלו.',
    en: 'Applies up to 100 changes, each with its own result.',
  },
  'GET /api/sticky-notes/search': { he: 'חיפוש בכותרות ובתוכן של פתקים.', en: 'Searches titles and bodies of notes.' },
  'GET /api/sticky-notes/note/{id}/history': {
    he: 'התוכן הקודם של פתק, עד 20 פעמים אחורה.',
    en: 'Lists earlier contents of a note, up to 20.',
  },
  'GET /api/sticky-notes/note/{id}/places': {
    he: 'המקומות שהפתק היה בהם, ומאיזו גרסה או commit. עד 20.',
    en: 'Lists the places that a note had, and since which version or commit. Up to 20.',
  },
  'POST /api/sticky-notes/note/{id}/history/restore': {
    he: 'החזרת תוכן קודם של פתק.',
    en: 'Restores an earlier content of a note.',
  },
  'GET /api/sticky-notes/reminders/summary': {
    he: 'כמה תזכורות ממתינות, ובעוד כמה שניות כדאי לשאול שוב.',
    en: 'Counts the due reminders, and tells in how many seconds to poll again.',
  },
  'GET /api/sticky-notes/reminders/list': {
    he: 'התזכורות שהגיע זמנן, מהישנה לחדשה.',
    en: 'Lists the due reminders, oldest first.',
  },
  'GET /api/sticky-notes/reminders/due': {
    he: 'אותן תזכורות, עם המקום של כל פתק.',
    en: 'Lists the due reminders with the location of each note.',
  },
  'GET /api/sticky-notes/reminders/ahead': {
    he: 'התזכורות שעוד לפנינו, מהקרובה לרחוקה.',
    en: 'Lists the upcoming reminders, soonest first.',
  },
  'POST /api/sticky-notes/reminders/ack': {
    he: 'סגירת תזכורת. עם remind_at, רק אם זה עדיין המועד שלה. תזכורת חוזרת עוברת למועד הבא.',
    en: 'Acknowledges a reminder; with remind_at only if it still has that time. One that repeats goes on to its next time.',
  },
  'POST /api/sticky-notes/reminders/reopen': {
    he: 'ביטול של סגירה, כל עוד לא נקבע מועד חדש.',
    en: 'Reopens an acknowledged reminder, unless it was set again since.',
  },
  'POST /api/sticky-notes/note/{id}/reminder': {
    he: 'קביעת תזכורת לפתק: מועד מוכן או תאריך ושעה, באזור זמן. עם repeat היא חוזרת.',
    en: 'Sets the reminder of a note: a preset, or a date and time, in a time zone; with repeat it comes again.',
  },
  'GET /api/sticky-notes/note/{id}/reminder': {
    he: 'התזכורת של פתק, ומה נשלח לאיזה מכשיר.',
    en: 'Gets the reminder of a note and its deliveries to devices.',
  },
  'DELETE /api/sticky-notes/note/{id}/reminder': { he: 'הסרת התזכורת של פתק.', en: 'Removes the reminder of a note.' },
  'GET /api/sticky-notes/note/{id}/watch': {
    he: 'האם הפתק עוקב אחרי הקוד שלו, ומה השתנה בקוד אם המעקב כבר התריע.',
    en: 'Tells whether a note watches its code, and what changed if the watch has fired.',
  },
  'POST /api/sticky-notes/note/{id}/watch': {
    he: 'תזכורת כשהשורות של הפתק, או הפונקציה או הטיפוס שסביבן, ישתנו, פעם אחת. קריאה נוספת מתחילה את המעקב מחדש וסוגרת את התזכורת על השינוי.',
    en: 'Reminds once when the lines of a note change, or the function or type around them. A further call arms the watch again and acknowledges the reminder of the change.',
  },
  'DELETE /api/sticky-notes/note/{id}/watch': {
    he: 'הפסקת המעקב אחרי הקוד של פתק.',
    en: 'Stops watching the code of a note.',
  },
  'DELETE /api/sticky-notes/note/{id}/reminder/repeat': {
    he: 'הפסקת החזרות של תזכורת. המועד הנוכחי נשאר.',
    en: 'Stops a reminder from repeating. Its current time stays.',
  },
  'POST /api/sticky-notes/note/{id}/snooze': {
    he: 'דחייה של תזכורת שממתינה, בדקות או למועד. עם remind_at, רק אם זה עדיין המועד שלה.',
    en: 'Snoozes a pending reminder by minutes or to a time; with remind_at only if it still has that time.',
  },
  'GET /api/code/run/limits': {
    he: 'אם אפשר להריץ קוד עכשיו, כמה זמן, זיכרון ופלט יש לכל הרצה, ומה מותר לייבא.',
    en: 'Gets whether code can be run now, the limits of time, memory and output, and the allowed imports.',
  },
  'POST /api/code/run': {
    he: 'הרצת Python בארגז חול. כישלון של התוכנית הוא תשובה רגילה עם success: false.',
    en: 'Runs Python in a sandbox. A failing program is a 200 with success: false.',
  },
  'POST /api/code/run/stream': {
    he: 'אותו דבר, כאירועים בזמן ההרצה: מקום בתור, פלט, תוצאה. ניתוק עוצר את ההרצה.',
    en: 'Runs Python and streams server-sent events: queue position, output, result. Disconnecting ends the run.',
  },
  ...REPO_AND_SHARE_SENTENCES,
  ...SEARCH_SENTENCES,
  ...SERVICE_SENTENCES,
}

/** Bodies that are not JSON and therefore have no schema. */
export const OTHER_BODIES: Readonly<Record<string, string>> = {
  'PUT /api/files/raw/{name}': 'application/octet-stream',
  'POST /api/files/raw/{name}': 'application/octet-stream',
  'POST /api/files/upload': 'multipart/form-data',
  'POST /api/import': 'multipart/form-data',
  'POST /api/move-in': 'multipart/form-data',
  'POST /api/move-in/preview': 'multipart/form-data',
}
