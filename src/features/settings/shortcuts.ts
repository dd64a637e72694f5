import type { LocalizedText } from '#base/messages.ts'

/**
 * Every configurable shortcut with its default keys. One key may have different actions on different pages, and they all move
 * to the new keys. A test compares this list with the shortcuts that islands add.
 */
export const SHORTCUTS: readonly { keys: string; words: LocalizedText }[] = [
  { keys: 'Mod+KeyK', words: { he: 'חיפוש ומעבר מהיר', en: 'Search or jump to' } },
  { keys: 'Shift+Slash', words: { he: 'קיצורי מקלדת', en: 'Keyboard shortcuts' } },
  { keys: 'Slash', words: { he: 'מעבר לתיבת החיפוש', en: 'Go to the search box' } },
  { keys: 'KeyG KeyD', words: { he: 'מעבר אל היום', en: 'Go to Today' } },
  { keys: 'KeyG KeyF', words: { he: 'מעבר לקבצים', en: 'Go to files' } },
  { keys: 'KeyG KeyC', words: { he: 'קובץ חדש', en: 'New file' } },
  { keys: 'KeyG KeyN', words: { he: 'מעבר לפתקים', en: 'Go to notes' } },
  { keys: 'KeyG KeyB', words: { he: 'מעבר ללוחות', en: 'Go to boards' } },
  { keys: 'KeyG KeyR', words: { he: 'מעבר לתזכורות', en: 'Go to reminders' } },
  { keys: 'KeyG KeyS', words: { he: 'מעבר להגדרות', en: 'Go to settings' } },
  { keys: 'KeyJ', words: { he: 'הקובץ או הפתק הבא ברשימה', en: 'Next file or note of the list' } },
  { keys: 'KeyK', words: { he: 'הקובץ או הפתק הקודם ברשימה', en: 'Previous file or note of the list' } },
  { keys: 'KeyX', words: { he: 'סימון הקובץ; הפתק בוצע', en: 'Select the file; note done' } },
  { keys: 'Shift+KeyX', words: { he: 'סימון הפתק', en: 'Select the note' } },
  {
    keys: 'KeyD',
    words: { he: 'הפתק בוצע; מעבר להגדרה של השם שנבחר', en: 'Note done; go to the definition of the selected name' },
  },
  { keys: 'KeyU', words: { he: 'איפה השם שנבחר בשימוש', en: 'Where the selected name is used' } },
  { keys: 'KeyS', words: { he: 'דחיית התזכורת של הפתק', en: 'Snooze the reminder of the note' } },
  { keys: 'KeyL', words: { he: 'מעבר לשורה', en: 'Go to a line' } },
  { keys: 'KeyY', words: { he: 'העתקת קישור קבוע', en: 'Copy a permanent link' } },
  { keys: 'KeyW', words: { he: 'גלישת שורות', en: 'Wrap lines' } },
  { keys: 'KeyC', words: { he: 'העתקת הקובץ; צבע הפתק', en: 'Copy the file; colour of the note' } },
  { keys: 'KeyR', words: { he: 'טקסט גולמי; הצמדת הפתק למקום אחר', en: 'Raw text; attach the note elsewhere' } },
  { keys: 'KeyB', words: { he: 'תיקיות לצד הקובץ', en: 'Folders beside the file' } },
  { keys: 'KeyE', words: { he: 'עריכה', en: 'Edit' } },
  { keys: 'Mod+KeyS', words: { he: 'שמירה', en: 'Save' } },
  { keys: 'KeyN', words: { he: 'פתק חדש', en: 'New note' } },
  { keys: 'BracketRight KeyN', words: { he: 'הפתק הבא', en: 'Next note' } },
  { keys: 'BracketLeft KeyN', words: { he: 'הפתק הקודם', en: 'Previous note' } },
  { keys: 'KeyM', words: { he: 'מזעור הפתק', en: 'Minimise the note' } },
  { keys: 'KeyT', words: { he: 'סידור הלוח', en: 'Tidy the board' } },
  { keys: 'Shift+Digit1', words: { he: 'התאמת הלוח לחלון', en: 'Fit the board' } },
  { keys: 'Mod+KeyZ', words: { he: 'ביטול הפעולה האחרונה', en: 'Undo the last action' } },
  { keys: 'Mod+Shift+KeyZ', words: { he: 'ביצוע מחדש בלוח', en: 'Redo on the board' } },
  { keys: 'Mod+KeyY', words: { he: 'ביצוע מחדש בלוח (צירוף נוסף)', en: 'Redo on the board (second shortcut)' } },
  { keys: 'Equal', words: { he: 'הגדלה', en: 'Zoom in' } },
  { keys: 'Minus', words: { he: 'הקטנה', en: 'Zoom out' } },
]

/** These have the same meaning everywhere and cannot be changed. */
export const FIXED_KEYS: readonly string[] = ['Escape', 'Delete', 'Mod+Enter', 'Mod+KeyF']
