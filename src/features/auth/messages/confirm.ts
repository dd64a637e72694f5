import { messages } from '#base/messages.ts'

/** Of the page /confirm and the dialog. */
export const confirmMessages = messages({
  he: {
    title: 'אישור הזהות',
    text: 'הפעולה הזו רגישה, ולכן צריך לאשר שזה החשבון שלך. האישור תקף לעשר דקות.',
    goesOn: (action: string) => `אחרי האישור תבוצע הפעולה ״\u2068${action}\u2069״.`,
    confirm: 'אישור',
    byMessenger: 'אישור דרך אפליקציית המסרים',
    byProvider: (label: string) => `אישור דרך \u2068${label}\u2069`,
    none: 'אין לחשבון הזה סיסמה, מפתח גישה או דרך אחרת לאשר בשרת הזה. לכן אי אפשר לשנות בו דרכי כניסה, ליצור אסימונים, לייצא את הספרייה, למחוק את החשבון או לבצע פעולות ניהול. כל השאר עובד.',
    again: 'כניסה מחדש, גם עם קוד שחזור, נחשבת אישור לעשר דקות.',
    back: 'חזרה בלי לאשר',
    demoText: 'לחשבון לדוגמה אין סיסמה או מפתח גישה. בסביבת פיתוח מספיקה לחיצה.',
    byDemo: (name: string) => `אישור בתור \u2068${name}\u2069`,
  },
  en: {
    title: 'Confirm that it is you',
    text: 'This is a sensitive action, so please confirm that it is your account. This lasts ten minutes.',
    goesOn: (action) => `After that, “\u2068${action}\u2069” goes ahead.`,
    confirm: 'Confirm',
    byMessenger: 'Confirm with the messenger',
    byProvider: (label) => `Confirm with \u2068${label}\u2069`,
    none: 'This account has no password, no passkey and no other way to confirm on this server. So it cannot change how it signs in, create tokens, export the library, delete the account or administer the site. Everything else works.',
    again: 'Signing in again, also with a recovery code, counts as a confirmation for ten minutes.',
    back: 'Back without confirming',
    demoText: 'A demo account has no password and no passkey. In development one press is enough.',
    byDemo: (name) => `Confirm as \u2068${name}\u2069`,
  },
})
