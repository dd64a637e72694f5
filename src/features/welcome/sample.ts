import type { Locale } from '#base/messages.ts'

/** The file of the welcome: in the language of its reader, with a line in each direction. */
type SampleText = { fileName: string; content: string; note: { content: string; line: number } }

export const SAMPLES: Readonly<Record<Locale, SampleText>> = {
  en: {
    fileName: 'sample.py',
    content: `# A sample file. Select a line and press n to write a note on it.


def greet(name):
    """Says hello in two languages."""
    print(f"Hello, {name}!")
    print(f"שלום, {name}!")  # כאן קוראים מימין לשמאל


greet("Dana")
greet("דנה")
`,
    note: {
      content: `This note stays on its line when the file changes.

- [ ] Select another line and press \`n\`
- [ ] The bell reminds you of this note tomorrow: press it to change when

אפשר לכתוב גם בעברית.`,
      line: 7,
    },
  },
  he: {
    fileName: 'דוגמה.py',
    content: `# קובץ לדוגמה, בעברית ובאנגלית


def greet(name):
    """אומרת שלום בשתי שפות"""
    print(f"Hello, {name}!")  # this line reads left to right
    print(f"שלום, {name}!")


greet("Dana")
greet("דנה")
`,
    note: {
      content: `הפתק הזה נשאר על השורה שלו גם כשהקובץ משתנה.

- [ ] לבחור שורה אחרת וללחוץ \`n\`
- [ ] לפתק הזה יש תזכורת למחר: לחיצה על הפעמון משנה אותה

Notes can be in English too.`,
      line: 7,
    },
  },
}

/** The line that the tour has selected, so that `n` makes a note on it. */
export const TOUR_LINE = 10

/** The page on which the tour starts. */
export function tourUrl(fileId: string): string {
  return `/file/${fileId}?tour=1#L${TOUR_LINE}`
}
