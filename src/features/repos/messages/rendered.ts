import { messages } from '#base/messages.ts'

export const repoRenderedMessages = messages({
  he: {
    outline: 'מבנה הקובץ',
    empty: 'הקובץ ריק.',
    cut: 'הקובץ גדול ומוצג רק חלקו הראשון.',
    failed: 'לא הצלחנו לעבד את הטקסט, ולכן הוא מוצג כמו שהוא.',
    slow: 'עיבוד הטקסט לקח יותר מדי זמן, ולכן הוא מוצג כמו שהוא.',
    safe: 'הדף הגיע ממאגר חיצוני ומוצג בלי סקריפטים ובלי רשת.',
    page: 'הדף',
    picture: 'התמונה',
  },
  en: {
    outline: 'Outline',
    empty: 'The file is empty.',
    cut: 'The file is large, and only its first part is shown.',
    failed: 'The text could not be rendered, so it is shown as it is.',
    slow: 'Rendering the text took too long, so it is shown as it is.',
    safe: 'The page comes from a repository elsewhere and is shown without scripts and without network.',
    page: 'The page',
    picture: 'The picture',
  },
})
