import { formatNumber, messages, plural } from '#base/messages.ts'

export const actsMessages = messages({
  he: {
    title: 'פעולות ניהול',
    hint: 'כל פעולה נרשמת יחד עם השינוי עצמו, ונשארת.',
    noneTitle: 'עוד לא נעשו פעולות',
    noneText: 'שינוי תפקיד, ניתוק ממכשירים, הודעה או הפעלת משימה יופיעו כאן.',
    more: 'פעולות ישנות יותר',
    badCursor: 'המקום ברשימה לא היה תקין, ולכן היא מוצגת מההתחלה.',
    gone: 'חשבון שנמחק',
    by: 'על ידי',
    role_changed: (from: string, to: string) => `שינוי תפקיד: מ״${from}״ ל״${to}״`,
    sessions_ended: (sessions: number, tokens: number) =>
      `ניתוק מכל המכשירים (${plural('he', sessions, { one: 'חיבור אחד', two: 'שני חיבורים', other: `${formatNumber('he', sessions)} חיבורים` })}) וביטול אסימונים (${formatNumber('he', tokens)})`,
    announcement_written: 'כתיבת הודעה',
    announcement_activated: 'הצגת הודעה לכולם',
    announcement_ended: 'סיום הודעה',
    job_requested: 'הפעלת משימת רקע',
    quickfix_tracked: 'ביצוע צעד מהיר מול התראה',
  },
  en: {
    title: 'Admin acts',
    hint: 'Each is recorded together with the change itself, and stays.',
    noneTitle: 'Nothing was done yet',
    noneText: 'A change of role, a sign-out, an announcement or a job run by hand will appear here.',
    more: 'Older acts',
    badCursor: 'That place in the list was not valid, so the list is shown from its start.',
    gone: 'deleted account',
    by: 'by',
    role_changed: (from, to) => `Changed a role from “${from}” to “${to}”`,
    sessions_ended: (sessions, tokens) =>
      `Signed out everywhere (${plural('en', sessions, { one: '1 session', other: `${formatNumber('en', sessions)} sessions` })}) and revoked tokens (${formatNumber('en', tokens)})`,
    announcement_written: 'Wrote an announcement',
    announcement_activated: 'Showed an announcement to everybody',
    announcement_ended: 'Ended an announcement',
    job_requested: 'Asked for a background job',
    quickfix_tracked: 'Took a quick fix for an alert',
  },
})
