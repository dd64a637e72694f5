import { messages } from '#base/messages.ts'

/** One line about each administration page, by the key of its nav item. */
export const indexMessages = messages({
  he: {
    title: 'ניהול',
    hint: 'כל דפי הניהול. כל שינוי שנעשה בהם נרשם.',
    observability: 'אירועים, התראות, קצב וזמני תגובה',
    jobs: 'מה שרץ ברקע, מתי, ומה יצא מזה',
    announcements: 'הודעה אחת בראש כל דף, לכל מי שנכנס',
    indexes: 'מה שהקוד צריך במסד הנתונים, מול מה שיש בו',
    users: 'מי כאן, באיזה תפקיד, וניתוק ממכשירים',
    acts: 'מי שינה מה, ומתי',
  },
  en: {
    title: 'Administration',
    hint: 'Every page of administration. Whatever is changed there is recorded.',
    observability: 'Events, alerts, rates and response times',
    jobs: 'What runs in the background, when, and what came of it',
    announcements: 'One message on top of every page, for everybody who signs in',
    indexes: 'What the code needs in the database, against what is there',
    users: 'Who is here, in which role, and signing them out of their devices',
    acts: 'Who changed what, and when',
  },
})
