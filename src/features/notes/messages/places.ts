import { messages } from '#base/messages.ts'

/** What happened to the code of a note, and since which commit or version. */
export const placeMessages = messages({
  he: {
    inCommit: (hash: string) => `בשינוי \u2068${hash}\u2069`,
    inVersion: (version: number) => `בגרסה ${version}`,
    attached: (since: string) => `הוצמד ${since}`,
    moved: (since: string) => `הקוד עבר ${since}`,
    movedTo: (path: string, since: string) => `הקוד עבר אל \u2068${path}\u2069 ${since}`,
    renamed: (path: string, since: string) => `שם הקובץ השתנה אל \u2068${path}\u2069 ${since}`,
    changed: (since: string) => `הקוד השתנה ${since}`,
    lost: (since: string) => `הקוד נמחק או נכתב מחדש ${since}`,
    places: 'המקומות הקודמים',
    loading: 'טעינה…',
    failed: 'המקומות לא נטענו.',
    noPlaces: 'הפתק לא הוצמד לשורות.',
  },
  en: {
    inCommit: (hash) => `in commit \u2068${hash}\u2069`,
    inVersion: (version) => `in version ${version}`,
    attached: (since) => `Attached ${since}`,
    moved: (since) => `Code moved ${since}`,
    movedTo: (path, since) => `Code moved to \u2068${path}\u2069 ${since}`,
    renamed: (path, since) => `File renamed to \u2068${path}\u2069 ${since}`,
    changed: (since) => `Code changed ${since}`,
    lost: (since) => `Code deleted or rewritten ${since}`,
    places: 'Earlier places',
    loading: 'Loading…',
    failed: 'The places could not be loaded.',
    noPlaces: 'This note was not attached to lines.',
  },
})

export type PlaceWords = ReturnType<typeof placeMessages>
