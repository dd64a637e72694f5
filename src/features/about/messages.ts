import { messages } from '#base/messages.ts'

export const aboutMessages = messages({
  he: {
    title: 'על Codeshelf',
    hint: 'ספרייה אישית לקוד, עם פתקים שנשארים על השורה.',
    version: 'גרסה',
    licence: 'רישיון',
    licenceText: 'נוסח הרישיון',
    source: 'קוד המקור',
    sourceHint: 'הקוד שרץ כאן חופשי: מותר לקרוא אותו, לשנות אותו ולהפיץ אותו הלאה, לפי הרישיון.',
    others: 'רישיונות צד שלישי',
    othersHint: 'הספריות, הגופנים והסמלים שבתוך Codeshelf, עם הרישיונות שלהם.',
    notices: 'רשימת הרישיונות',
    security: 'דיווח על בעיית אבטחה',
  },
  en: {
    title: 'About Codeshelf',
    hint: 'A personal library for your code, with notes that stay on the line.',
    version: 'Version',
    licence: 'Licence',
    licenceText: 'Text of the licence',
    source: 'Source code',
    sourceHint: 'The code that runs here is free: you may read it, change it and pass it on, under its licence.',
    others: 'Third-party licences',
    othersHint: 'The libraries, fonts and icons inside Codeshelf, with their licences.',
    notices: 'List of licences',
    security: 'Report a security problem',
  },
})
