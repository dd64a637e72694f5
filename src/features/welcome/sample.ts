import type { Locale } from '#base/messages.ts'

/** The file of the welcome: in the language of its reader, with a line in each direction. */
type SampleText = { fileName: string; content: string; note: { content: string; line: number } }

/** The line that the tour has selected, so that `n` makes a note on it. */
export const TOUR_LINE = 17
/** So far above the line of the tour that the card of its note is not pushed out of the column by the new note. */
const NOTE_LINE = 3

export const SAMPLES: Readonly<Record<Locale, SampleText>> = {
  en: {
    fileName: 'sample.py',
    content: `# A sample file. Select a line and press n to write a note on it.

GREETINGS = {
    "en": "Hello",
    "he": "שלום",  # כאן קוראים מימין לשמאל
}


def greet(name, language):
    """Says hello in one of two languages."""
    word = GREETINGS[language]
    return f"{word}, {name}!"


people = [("Dana", "en"), ("דנה", "he")]

for name, language in people:
    print(greet(name, language))
`,
    note: {
      content: `This note stays on its line when the file changes.

- [ ] Select another line and press \`n\`
- [ ] The bell reminds you of this note tomorrow: press it to change when

אפשר לכתוב גם בעברית.`,
      line: NOTE_LINE,
    },
  },
  he: {
    fileName: 'דוגמה.py',
    content: `# קובץ לדוגמה, בעברית ובאנגלית

GREETINGS = {
    "en": "Hello",  # this line reads left to right
    "he": "שלום",
}


def greet(name, language):
    """אומרת שלום באחת משתי שפות"""
    word = GREETINGS[language]
    return f"{word}, {name}!"


people = [("Dana", "en"), ("דנה", "he")]

for name, language in people:
    print(greet(name, language))
`,
    note: {
      content: `הפתק הזה נשאר על השורה שלו גם כשהקובץ משתנה.

- [ ] לבחור שורה אחרת וללחוץ \`n\`
- [ ] לפתק הזה יש תזכורת למחר: לחיצה על הפעמון משנה אותה

Notes can be in English too.`,
      line: NOTE_LINE,
    },
  },
}

/** The page on which the tour starts. */
export function tourUrl(fileId: string): string {
  return `/file/${fileId}?tour=1#L${TOUR_LINE}`
}
