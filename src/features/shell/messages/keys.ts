import { messages } from '#base/messages.ts'

/** Texts of every page; kept small, because every page loads them. */
export const keyMessages = messages({
  he: {
    palette: 'חיפוש ומעבר מהיר',
    help: 'קיצורי מקלדת',
    goDashboard: 'מעבר אל היום',
    goFiles: 'מעבר לקבצים',
    goSettings: 'מעבר להגדרות',
    goCreate: 'קובץ חדש',
    goReminders: 'מעבר לתזכורות',
    goNotes: 'מעבר לפתקים',
    goBoards: 'מעבר ללוחות',
  },
  en: {
    palette: 'Search or jump to',
    help: 'Keyboard shortcuts',
    goDashboard: 'Go to Today',
    goFiles: 'Go to files',
    goSettings: 'Go to settings',
    goCreate: 'New file',
    goReminders: 'Go to reminders',
    goNotes: 'Go to notes',
    goBoards: 'Go to boards',
  },
})
