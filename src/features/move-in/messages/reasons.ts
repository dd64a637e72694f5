import { messages } from '#base/messages.ts'

/** Why something does not come over. */
export const skipReasons = messages({
  he: {
    attachment: 'קובץ מצורף, ולא טקסט.',
    bad_text: 'יש בשם או בטקסט תו שאי אפשר לשמור.',
    empty: 'ריק.',
    in_trash: 'היה בסל המיחזור.',
    junk: 'קבצים ותיקיות של המערכת.',
    link: 'קיצור דרך לקובץ אחר.',
    no_blocks: 'אין בטקסט בלוקים של קוד בין סימני ```.',
    not_text: 'אינו טקסט בקידוד UTF-8.',
    no_text: 'בקובץ ה־JSON אין הטקסט עצמו. צריך לייצא כל Gist בנפרד, או להשתמש באסימון.',
    other_space: 'סוג תוכן שאינו נתמך כאן.',
    settings: 'הגדרות של התוכנה האחרת.',
    too_large: 'גדול מדי: עד \u20682 MB\u2069 לקובץ.',
    truncated: 'GitHub נתן רק חלק מהטקסט. אפשר לשכפל את ה־Gist עם git ולהעביר את התיקייה.',
    unknown_format: 'אינו בפורמט של המקור שנבחר.',
    unreadable: 'מוצפן או פגום בתוך הארכיון.',
    unreadable_repository: 'git לא הצליח לקרוא את המאגר.',
    unsafe_path: 'הנתיב מוביל אל מחוץ לתיקייה.',
  },
  en: {
    attachment: 'An attachment, not a text.',
    bad_text: 'The name or the text has a character that cannot be stored.',
    empty: 'Empty.',
    in_trash: 'Was in the trash.',
    junk: 'System files and folders.',
    link: 'A link to another file.',
    no_blocks: 'The text has no code blocks between ```.',
    not_text: 'Not a text in UTF-8.',
    no_text: 'The JSON does not hold the text itself. Export each gist on its own, or use a token.',
    other_space: 'This kind of content is not supported here.',
    settings: 'Settings of the other program.',
    too_large: 'Too large: up to 2 MB a file.',
    truncated: 'GitHub gave only a part of the text. Clone the gist with git and move the folder in.',
    unknown_format: 'Not in the format of the chosen source.',
    unreadable: 'Encrypted or damaged inside the archive.',
    unreadable_repository: 'git could not read the repository.',
    unsafe_path: 'The path leads outside of the folder.',
  },
})

/** Why an undo left a file as it is. */
export const keptReasons = messages({
  he: {
    changed: 'שונה מאז',
    gone: 'כבר נמחק',
    name_taken: 'השם הקודם תפוס',
  },
  en: {
    changed: 'changed since',
    gone: 'already deleted',
    name_taken: 'its earlier name is taken',
  },
})
