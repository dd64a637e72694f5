import { messages } from '#base/messages.ts'

/** Why the number on the bell may be stale. Rendered with the page: a script that fails to load could not display it. */
export const bellMessages = messages({
  he: {
    failed: 'אי אפשר לבדוק כרגע אם יש תזכורות חדשות. מוצג מה שהיה ידוע.',
    busy: 'יותר מדי בקשות כרגע. מוצג מה שהיה ידוע, והבדיקה תחזור בעוד זמן קצר.',
  },
  en: {
    failed: 'Cannot look for new reminders right now. Shown is what was known.',
    busy: 'Too many requests right now. Shown is what was known; it will be checked again shortly.',
  },
})
