import { formatNumber, messages, plural } from '#base/messages.ts'

export const jobMessages = messages({
  he: {
    title: 'משימות רקע',
    hint: 'מה שהעובד עושה מעצמו: מתי רץ לאחרונה, מה יצא מזה, והפעלה ביד.',
    run: 'הפעלה עכשיו',
    runOne: (title: string) => `הפעלה עכשיו: ${title}`,
    asked: (title: string) => `ביקשנו מהעובד להפעיל: ${title}. הוא מתחיל בתוך שניות.`,
    every: (seconds: number) =>
      seconds < 60
        ? `כל ${plural('he', seconds, { one: 'שנייה', two: 'שתי שניות', other: `${formatNumber('he', seconds)} שניות` })}`
        : seconds < 3600
          ? `כל ${plural('he', seconds / 60, { one: 'דקה', two: 'שתי דקות', other: `${formatNumber('he', seconds / 60)} דקות` })}`
          : seconds < 86_400
            ? `כל ${plural('he', seconds / 3600, { one: 'שעה', two: 'שעתיים', other: `${formatNumber('he', seconds / 3600)} שעות` })}`
            : 'פעם ביום',
    looks: 'נרשמת ריצה רק כשיש מה לעשות',
    disabled: 'כבויה בהתקנה הזו',
    never: 'עוד לא רצה',
    running: 'רצה',
    completed: 'הסתיימה',
    failed: 'נכשלה',
    skipped: 'דולגה',
    cancelled: 'הופסקה',
    manual: 'ביד',
    schedule: 'לפי לוח הזמנים',
    status: 'מצב',
    started: 'התחלה',
    took: 'משך',
    done: 'טופלו',
    trigger: 'הופעלה',
    owner: 'תהליך',
    orphaned: 'התהליך שהריץ אותה נעלם',
    time_limit: 'עברה את מגבלת הזמן',
    exception: 'שגיאה',
    leadership_lost: 'ההובלה עברה לתהליך אחר',
    already_running: 'כבר רצה',
    seconds: (n: string) => `${n} שנ׳`,
    earlier: (n: number) =>
      plural('he', n, { one: 'הריצה האחרונה', other: `${formatNumber('he', n)} הריצות האחרונות` }),
    of: (n: number, total: number) => `${formatNumber('he', n)} מתוך ${formatNumber('he', total)}`,
  },
  en: {
    title: 'Background jobs',
    hint: 'What the worker does by itself: when it last ran, how that went, and a way to run it now.',
    run: 'Run now',
    runOne: (title) => `Run now: ${title}`,
    asked: (title) => `The worker was asked to run: ${title}. It starts within seconds.`,
    every: (seconds) =>
      seconds < 60
        ? `every ${plural('en', seconds, { one: 'second', other: `${formatNumber('en', seconds)} seconds` })}`
        : seconds < 3600
          ? `every ${plural('en', seconds / 60, { one: 'minute', other: `${formatNumber('en', seconds / 60)} minutes` })}`
          : seconds < 86_400
            ? `every ${plural('en', seconds / 3600, { one: 'hour', other: `${formatNumber('en', seconds / 3600)} hours` })}`
            : 'once a day',
    looks: 'a run is recorded only when there is something to do',
    disabled: 'switched off in this installation',
    never: 'has not run yet',
    running: 'Running',
    completed: 'Completed',
    failed: 'Failed',
    skipped: 'Skipped',
    cancelled: 'Cancelled',
    manual: 'by hand',
    schedule: 'on schedule',
    status: 'Status',
    started: 'Started',
    took: 'Took',
    done: 'Processed',
    trigger: 'Started by',
    owner: 'Process',
    orphaned: 'the process that ran it disappeared',
    time_limit: 'passed its time limit',
    exception: 'an error',
    leadership_lost: 'another process took the lead',
    already_running: 'it was running already',
    seconds: (n) => `${n} s`,
    earlier: (n) => plural('en', n, { one: 'The last run', other: `The last ${formatNumber('en', n)} runs` }),
    of: (n, total) => `${formatNumber('en', n)} of ${formatNumber('en', total)}`,
  },
})
