import { messages } from '#base/messages.ts'

/** What happened to the code of a note, and since which commit or version. */
export const placeMessages = messages({
  he: {
    inCommit: (hash: string) => `בשינוי \u2068${hash}\u2069`,
    inVersion: (version: number) => `בגרסה ${version}`,
    attached: (since: string) => `הוצמד ${since}`,
    code: 'הקוד',
    codeOf: (symbol: string) => `הקוד של \u2068${symbol}\u2069`,
    codeIn: (symbol: string) => `הקוד בתוך \u2068${symbol}\u2069`,
    moved: (code: string, since: string) => `${code} עבר ${since}`,
    movedTo: (code: string, path: string, since: string) => `${code} עבר אל \u2068${path}\u2069 ${since}`,
    renamed: (path: string, since: string) => `שם הקובץ השתנה אל \u2068${path}\u2069 ${since}`,
    changed: (code: string, since: string) => `${code} השתנה ${since}`,
    lost: (code: string, since: string) => `${code} נמחק או נכתב מחדש ${since}`,
    places: 'המקומות הקודמים',
    loading: 'טעינה…',
    failed: 'המקומות לא נטענו.',
    noPlaces: 'הפתק לא הוצמד לשורות.',
  },
  en: {
    inCommit: (hash) => `in commit \u2068${hash}\u2069`,
    inVersion: (version) => `in version ${version}`,
    attached: (since) => `Attached ${since}`,
    code: 'Code',
    codeOf: (symbol) => `\u2068${symbol}\u2069`,
    codeIn: (symbol) => `Code in \u2068${symbol}\u2069`,
    moved: (code, since) => `${code} moved ${since}`,
    movedTo: (code, path, since) => `${code} moved to \u2068${path}\u2069 ${since}`,
    renamed: (path, since) => `File renamed to \u2068${path}\u2069 ${since}`,
    changed: (code, since) => `${code} changed ${since}`,
    lost: (code, since) => `${code} deleted or rewritten ${since}`,
    places: 'Earlier places',
    loading: 'Loading…',
    failed: 'The places could not be loaded.',
    noPlaces: 'This note was not attached to lines.',
  },
})

export type PlaceWords = ReturnType<typeof placeMessages>
