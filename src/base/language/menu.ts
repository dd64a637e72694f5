import { languageNames } from './language.ts'

/** Every selectable language, in menu order. Not beside the detection: a browser that loads the editor would sort it for nothing. */
export const LANGUAGES: readonly string[] = languageNames().toSorted((a, b) => a.localeCompare(b, 'en'))
