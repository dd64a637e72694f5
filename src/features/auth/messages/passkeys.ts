import { messages } from '#base/messages.ts'

export const passkeyMessages = messages({
  he: {
    signIn: 'כניסה עם מפתח גישה',
    confirm: 'אישור עם מפתח גישה',
    join: 'יצירת החשבון עם מפתח גישה',
    joinHint: 'מפתח גישה מחליף את הסיסמה: הכניסה היא בטביעת אצבע, בזיהוי פנים או בקוד הנעילה של המכשיר.',
    add: 'הוספת מפתח גישה',
    notUsed: 'לא נעשה שימוש במפתח גישה: החלון נסגר, או שאין במכשיר מפתח לאתר הזה. אפשר לנסות שוב או להיכנס בדרך אחרת.',
    notCreated: 'מפתח הגישה לא נוצר. אפשר לנסות שוב.',
    exists: 'כבר יש במכשיר הזה מפתח גישה לחשבון. אפשר להוסיף מפתח ממכשיר אחר.',
    failed: 'הדפדפן לא הצליח להשתמש במפתח גישה. אפשר לנסות שוב או לבחור דרך אחרת.',
    unsupported: 'הדפדפן הזה לא תומך במפתחות גישה. צריך דפדפן עדכני, עם JavaScript פעיל.',
    offline: 'אין חיבור לשרת. אפשר לנסות שוב כשהחיבור יחזור.',
  },
  en: {
    signIn: 'Sign in with a passkey',
    confirm: 'Confirm with a passkey',
    join: 'Create account with a passkey',
    joinHint: 'A passkey replaces the password: you sign in with your fingerprint, your face or your screen lock.',
    add: 'Add a passkey',
    notUsed:
      'No passkey was used: the dialog was closed, or this device has none for this site. Try again, or use another way to sign in.',
    notCreated: 'No passkey was created. Try again.',
    exists: 'This device already has a passkey for your account. You can add one from another device.',
    failed: 'The browser could not use a passkey. Try again, or use another way.',
    unsupported: 'This browser does not support passkeys. Use a current browser with JavaScript turned on.',
    offline: 'There is no connection to the server. Try again once it is back.',
  },
})
