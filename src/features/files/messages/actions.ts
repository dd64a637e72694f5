import { messages } from '#base/messages.ts'
import { en, enNumber, he, heNumber } from './numbers.ts'

/** Texts of the bulk actions; they are in the bundle of that code. */
export const actionMessages = messages({
  he: {
    doneFavorite: (n: number) => he(n, 'קובץ אחד נוסף למועדפים', 'שני קבצים נוספו למועדפים', 'קבצים נוספו למועדפים'),
    doneUnfavorite: (n: number) =>
      he(n, 'קובץ אחד הוסר מהמועדפים', 'שני קבצים הוסרו מהמועדפים', 'קבצים הוסרו מהמועדפים'),
    doneTag: (n: number) => he(n, 'קובץ אחד תויג', 'שני קבצים תויגו', 'קבצים תויגו'),
    doneMove: (n: number) => he(n, 'קובץ אחד הועבר', 'שני קבצים הועברו', 'קבצים הועברו'),
    doneTrash: (n: number) =>
      he(n, 'קובץ אחד הועבר לסל המיחזור', 'שני קבצים הועברו לסל המיחזור', 'קבצים הועברו לסל המיחזור'),
    noTags: 'לא נכתבו תגיות.',
    badTags: 'תגית היא עד 50 תווים, ועד 20 תגיות בפעם אחת.',
    undo: 'ביטול',
    undone: (n: number) => he(n, 'קובץ אחד שוחזר', 'שני קבצים שוחזרו', 'קבצים שוחזרו'),
    undoTaken: (n: number) =>
      he(
        n,
        'קובץ אחד נשאר בסל המיחזור כי השם שלו תפוס',
        'שני קבצים נשארו בסל המיחזור כי השמות שלהם תפוסים',
        'קבצים נשארו בסל המיחזור כי השמות שלהם תפוסים',
      ),
    missing: (n: number) => he(n, 'קובץ אחד כבר נמחק', 'שני קבצים כבר נמחקו', 'קבצים כבר נמחקו'),
    working: (done: number, of: number) => `בוצעו ${heNumber(done)} מתוך ${heNumber(of)}`,
    unknownAction: 'לא הגיעה תשובה מהשרת, ולא ידוע אם הפעולה בוצעה.',
    partly: (done: number, left: number) => `הפעולה בוצעה ב־${heNumber(done)} קבצים, וב־${heNumber(left)} האחרים לא.`,
    partlyUnknown: (done: number) =>
      `הפעולה בוצעה ב־${heNumber(done)} קבצים. לא הגיעה תשובה מהשרת, ולא ידוע אם בוצעה גם באחרים.`,
  },
  en: {
    doneFavorite: (n) => en(n, 'file added to favourites', 'files added to favourites'),
    doneUnfavorite: (n) => en(n, 'file removed from favourites', 'files removed from favourites'),
    doneTag: (n) => en(n, 'file tagged', 'files tagged'),
    doneMove: (n) => en(n, 'file moved', 'files moved'),
    doneTrash: (n) => en(n, 'file moved to trash', 'files moved to trash'),
    noTags: 'No tags were written.',
    badTags: 'A tag has up to 50 characters, and up to 20 tags can be added at once.',
    undo: 'Undo',
    undone: (n) => en(n, 'file restored', 'files restored'),
    undoTaken: (n) =>
      en(
        n,
        'file stays in the trash, because its name is taken',
        'files stay in the trash, because their names are taken',
      ),
    missing: (n) => en(n, 'file had been deleted already', 'files had been deleted already'),
    working: (done, of) => `${enNumber(done)} of ${enNumber(of)} done`,
    unknownAction: 'The server did not answer, so it is not known whether this was done.',
    partly: (done, left) => `Done for ${enNumber(done)} files, and not for the other ${enNumber(left)}.`,
    partlyUnknown: (done) =>
      `Done for ${enNumber(done)} files. The server did not answer, so it is not known whether the others are done too.`,
  },
})
