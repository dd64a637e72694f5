import type { LocalizedText } from '#base/messages.ts'

/** Operations on devices, settings, agents and the service. */
export const SERVICE_SENTENCES: Readonly<Record<string, LocalizedText>> = {
  'GET /api/push/public-key': {
    he: 'מפתח VAPID הציבורי; null כשההתראות כבויות.',
    en: 'Gets the public VAPID key; null when push is off.',
  },
  'POST /api/push/subscribe': { he: 'רישום דפדפן להתראות.', en: 'Subscribes a browser to push notifications.' },
  'DELETE /api/push/subscribe': { he: 'ביטול הרישום של דפדפן.', en: 'Unsubscribes a browser.' },
  'GET /api/push/subscriptions': {
    he: 'המכשירים הרשומים, לפי endpoint_hash.',
    en: 'Lists the subscribed devices by endpoint_hash.',
  },
  'POST /api/push/subscriptions/cleanup': {
    he: 'הסרת מכשירים שההתראות אליהם נכשלות זמן רב.',
    en: 'Removes devices whose deliveries have failed for a long time.',
  },
  'DELETE /api/push/subscriptions': { he: 'הסרת כל המכשירים.', en: 'Removes all devices.' },
  'POST /api/push/sw-report': {
    he: 'דיווח של ה-service worker על שלב בטיפול בהתראה.',
    en: 'Reports a step of the service worker in handling a notification.',
  },
  'POST /api/push/test': {
    he: 'התראת ניסיון לכל המכשירים, עם תוצאה לכל אחד.',
    en: 'Sends a test notification to every device and answers with the result of each.',
  },
  'PUT /api/settings/shortcuts': {
    he: 'שמירת קיצורי המקלדת. מה שאינו ברשימה חוזר לברירת המחדל.',
    en: 'Saves the keyboard shortcuts. What is not listed returns to its default.',
  },
  'POST /api/welcome/ack': { he: 'הסתרת הודעת הפתיחה לצמיתות.', en: 'Hides the welcome message permanently.' },
  'GET /api/v1/announcements/active': {
    he: 'ההודעה הפעילה, או null.',
    en: 'Gets the active announcement, or null.',
  },
  'GET /api/agent/primer': {
    he: 'ההנחיות לסוכנים וסיכום הספרייה, כטקסט. 204 כשאין מה לומר.',
    en: 'Gets the instructions for agents with a summary of the library, as text. 204 when there is nothing.',
  },
  'POST /api/ai/explain': {
    he: 'הסבר של שגיאה או פלט. סודות ומזהים מוסתרים לפני השליחה.',
    en: 'Explains an error or an output. Secrets and ids are masked before they are sent to the provider.',
  },
  'POST /api/observability/alerts/ai_explain': {
    he: 'הסבר של התרעה.',
    en: 'Explains an alert in the same way.',
  },
  'GET /api/observability/alerts': {
    he: 'ההתרעות בחלון הזמן, בעמודים.',
    en: 'Lists the alerts of a window, in pages.',
  },
  'GET /api/observability/aggregations': {
    he: 'סיכומים של חלון הזמן: לפי חומרה, האירועים הנפוצים והכתובות האיטיות.',
    en: 'Sums up a window: by severity, the most frequent events and the slowest endpoints.',
  },
  'GET /api/observability/timeseries': { he: 'מדד אחד לאורך הזמן.', en: 'Gets one metric over time.' },
  'GET /api/observability/replay': {
    he: 'האירועים של חלון הזמן לפי הסדר.',
    en: 'Lists the events of a window in the order of time.',
  },
  'GET /api/observability/export': {
    he: 'כל הנתונים של חלון הזמן, מוזרמים כ-JSON או NDJSON.',
    en: 'Streams everything about a window as JSON or NDJSON.',
  },
  'POST /api/observability/quickfix/track': {
    he: 'רישום של פעולה שננקטה על התרעה.',
    en: 'Records an action that was taken on an alert.',
  },
  'POST /api/observability/alerts/webhook': {
    he: 'קבלת התרעות מ-Alertmanager, עם סוד משותף.',
    en: 'Accepts alerts of Alertmanager, with the shared secret.',
  },
  'GET /api/admin/verify-indexes': {
    he: 'האינדקסים והאילוצים שהקוד נשען עליהם: נמצא, חסר או שונה.',
    en: 'Checks every index and constraint that the code relies on: found, missing or different.',
  },
  'GET /api/admin/jobs': {
    he: 'המשימות המתוזמנות והריצות האחרונות שלהן.',
    en: 'Lists the scheduled jobs with their last runs.',
  },
}
