import { messages } from '#base/messages.ts'

export const gitRemoteMessages = messages({
  he: {
    clone: 'שכפול הספרייה למחשב:',
    password:
      'git יבקש שם משתמש וסיסמה: כל שם משתמש מתאים, והסיסמה היא אסימון גישה. כדי למשוך נדרשת הרשאת קריאה, וכדי לדחוף גם הרשאת כתיבה.',
    commits: 'כל גרסה של קובץ היא קומיט. דחיפה לענף main שומרת גרסאות חדשות.',
  },
  en: {
    clone: 'Clone the library to your computer:',
    password:
      'Git asks for a user name and a password: any user name will do, and the password is an access token. Fetching needs the read permission, pushing also the write permission.',
    commits: 'Every version of a file is a commit. A push to the branch main saves new versions.',
  },
})
