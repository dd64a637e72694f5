import { messages } from '#base/messages.ts'

/** Texts of branches; only the server renders them. Names are isolated: they may be in either direction. */
export const branchMessages = messages({
  he: {
    title: 'ענפים',
    now: (name: string) => `ענף: \u2068${name}\u2069`,
    hasNotes: 'עם פתקים',
    name: 'שם של ענף נוסף',
    add: 'הוספה',
    remove: (name: string) => `הסרת \u2068${name}\u2069 מהרשימה`,
    waiting: 'הענף עוד לא התקבל מהאתר',
    fetching: (name: string) => `מביאים את הענף \u2068${name}\u2069 מהאתר. הדף ייטען מחדש כשהוא יגיע.`,
    readOnly: (main: string) => `פתקים וייבוא לספרייה הם בענף \u2068${main}\u2069. כאן הקבצים לקריאה בלבד.`,
    toMain: (main: string) => `מעבר אל \u2068${main}\u2069`,
    toMainNotes: (main: string, n: number) =>
      n === 1 ? `לפתק שבענף \u2068${main}\u2069` : `אל ${n} הפתקים שבענף \u2068${main}\u2069`,
    missing: (path: string, branch: string) => `אין \u2068${path}\u2069 בענף \u2068${branch}\u2069.`,
    allFiles: 'כל הקבצים בענף הזה',
  },
  en: {
    title: 'Branches',
    now: (name) => `Branch: \u2068${name}\u2069`,
    hasNotes: 'has notes',
    name: 'Name of another branch',
    add: 'Add',
    remove: (name) => `Remove \u2068${name}\u2069 from the list`,
    waiting: 'The branch was not fetched yet',
    fetching: (name) => `Fetching branch \u2068${name}\u2069. The page reloads when it is here.`,
    readOnly: (main) => `Notes and imports belong to branch \u2068${main}\u2069. Here files can only be read.`,
    toMain: (main) => `Go to \u2068${main}\u2069`,
    toMainNotes: (main, n) =>
      n === 1 ? `To the note on \u2068${main}\u2069` : `To the ${n} notes on \u2068${main}\u2069`,
    missing: (path, branch) => `There is no \u2068${path}\u2069 on branch \u2068${branch}\u2069.`,
    allFiles: 'All files of this branch',
  },
})
