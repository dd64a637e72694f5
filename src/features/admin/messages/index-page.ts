import { messages } from '#base/messages.ts'

/** One line about each administration page, by the key of its nav item. */
export const indexMessages = messages({
  he: {
    title: 'ניהול',
    hint: 'כל דפי הניהול. כל שינוי שנעשה בהם נרשם.',
    observability: 'אירועים, התראות, קצב וזמני תגובה',
    jobs: 'משימות רקע: תזמון, הרצה אחרונה ותוצאה',
    announcements: 'הודעה אחת בראש כל דף, לכל מי שנכנס',
    indexes: 'האם במסד הנתונים קיימים האינדקסים והאילוצים שהקוד צריך',
    users: 'אנשים, תפקידים וניתוק ממכשירים',
    acts: 'מי שינה מה, ומתי',
  },
  en: {
    title: 'Administration',
    hint: 'All administration pages. Every change is recorded.',
    observability: 'Events, alerts, rates and response times',
    jobs: 'Background work: schedule, last run and result',
    announcements: 'One message on top of every page, for everybody who signs in',
    indexes: 'Whether the database has the indexes and constraints that the code needs',
    users: 'People, their roles, and signing them out',
    acts: 'Who changed what, and when',
  },
})
