import { jobsPage, type Rule, localized } from './rule.ts'

/** Rules about the service itself: database, jobs, backups. */
export const WORK_RULES: readonly Rule[] = [
  {
    when: /recycle_bin_ttl|expiry.?index|index.{0,20}(missing|different)/i,
    cause: localized(
      'האינדקס שמרוקן את סל המיחזור חסר או שונה, ולכן פריטים שפג מועדם לא נמחקים.',
      'The index that empties the trash is missing or different, so expired items are never deleted.',
    ),
    actions: [
      localized(
        'לפתוח את ‎/admin/verify-indexes‎ ולראות מה חסר ומה שונה.',
        'Open /admin/verify-indexes and see what is missing or different.',
      ),
      localized(
        'להריץ codeshelf migrate, ואחריו codeshelf trash-backfill.',
        'Run `codeshelf migrate`, then `codeshelf trash-backfill`.',
      ),
    ],
    signals: [localized('מספר הפריטים שעברו את מועדם באותו דף', 'the number of overdue items on that page')],
  },
  {
    when: /(pool|connections?).{0,30}(wait|exhaust|full|satur)|(wait|exhaust).{0,30}(pool|connection)|too many (clients|connections)/i,
    cause: localized(
      'כל החיבורים למסד הנתונים תפוסים, ובקשות מחכות לחיבור פנוי. בדרך כלל בגלל שאילתה איטית או נעילה, ולא בגלל מאגר קטן מדי.',
      'Every database connection is taken and requests wait for one. Usually a slow statement or a lock, rarely a pool that is too small.',
    ),
    actions: [
      localized(
        'לחפש ב־pg_stat_activity את מה שרץ או מחכה לנעילה הכי הרבה זמן, ולסיים אותו אם צריך.',
        'Find what runs or waits longest in pg_stat_activity, and end it if need be.',
      ),
      localized(
        'רק אם המסד פנוי: להגדיל את DATABASE_POOL_SIZE, ולא מעבר ל־max_connections.',
        'Only when the database is idle: raise DATABASE_POOL_SIZE, within max_connections.',
      ),
    ],
    signals: [
      localized('המדד codeshelf_database_connections לפי state', 'the metric codeshelf_database_connections by state'),
      localized('הנקודות האיטיות ב־‎/admin/observability‎', 'the slow endpoints on /admin/observability'),
    ],
  },
  {
    when: /events?.{0,20}(drop|lost|wait for the store)|dropped.{0,20}events?/i,
    cause: localized(
      'המסד לא קיבל אירועים זמן רב מדי, והישנים שבזיכרון נמחקו. השורות ביומן נשארו.',
      'The database did not take events for too long and the oldest in memory gave way. Their log lines are still there.',
    ),
    actions: [
      localized('לבדוק שהמסד זמין ושיש מקום בדיסק.', 'Check that the database is reachable and its disk has room.'),
      localized(
        'להפעיל ביד את המשימה event_partitions, אם חסרה מחיצה של היום.',
        'Run the job event_partitions by hand if today has no partition.',
      ),
    ],
    signals: [localized('המדד codeshelf_events_dropped_total', 'the metric codeshelf_events_dropped_total')],
  },
  {
    when: /no.?leader|worker.?leading|no worker|lease/i,
    cause: localized(
      'אין עובד מוביל, ולכן לא רצות משימות ולא נשלחות תזכורות.',
      'No worker leads, so no job runs and no reminder is sent.',
    ),
    actions: [
      localized(
        'לבדוק שתהליך codeshelf worker אחד לפחות חי ומגיע למסד הנתונים.',
        'Check that at least one `codeshelf worker` is alive and reaches the database.',
      ),
      localized(
        'אחרי עובד שנהרג מחכים עד 15 שניות; אם לא עוזר, להפעיל אותו מחדש.',
        'After one that was killed it takes up to 15 seconds; if it takes longer, restart it.',
      ),
    ],
    signals: [
      localized(
        'המדד codeshelf_worker_leading והטבלה job_locks',
        'the metric codeshelf_worker_leading and the table job_locks',
      ),
      jobsPage,
    ],
  },
  {
    when: /reading.?fail/i,
    cause: localized(
      'עובד לא מצליח לקרוא את מה שהוא מודד, ולכן התראות שנשענות על זה שותקות.',
      'A worker cannot read what it measures, so the alerts that are built on it are silent.',
    ),
    actions: [
      localized(
        'למצוא ביומן של העובד את השורה "a reading for metrics failed" ואת השגיאה שלצידה.',
        'Find the line "a reading for metrics failed" in the log of the worker, and the error beside it.',
      ),
      localized(
        'לבדוק שמסד הנתונים זמין לעובד; עד שזה חוזר, לבדוק תזכורות, משימות וגיבויים ביד.',
        'Check that the worker reaches the database; until it does, look after reminders, jobs and backups by hand.',
      ),
    ],
    signals: [
      localized(
        'המדד codeshelf_worker_reading_failed לפי reading',
        'the metric codeshelf_worker_reading_failed by reading',
      ),
      jobsPage,
    ],
  },
  {
    when: /event.?loop|cpu|busy process/i,
    cause: localized(
      'תהליך אחד עסוק מדי: משהו מחשב זמן רב בלי לתת לאחרים תור.',
      'One process is too busy: something computes for long without letting others have their turn.',
    ),
    actions: [
      localized(
        'לראות אילו בקשות רצו באותן דקות, ולהוסיף תהליך web על אותה יציאה.',
        'See which requests ran in those minutes, and start another web process on the same port.',
      ),
    ],
    signals: [localized('nodejs_eventloop_lag_p99_seconds לפי תהליך', 'nodejs_eventloop_lag_p99_seconds by process')],
  },
  {
    when: /jobs_orphan_reconcile|job_runs?_reconcile/i,
    cause: localized(
      'עובד קודם נעצר באמצע, והעובד שאחריו סגר את הריצות הפתוחות או לא הצליח לסגור אותן.',
      'An earlier worker stopped in the middle, and the next one closed the runs it left, or could not.',
    ),
    actions: [
      localized(
        'לבדוק למה העובד הקודם נעצר: זיכרון, פריסה או תקלה.',
        'Find out why the earlier worker stopped: memory, a deployment or a crash.',
      ),
      localized(
        'אם הסגירה נכשלה או נקטעה, להפעיל מחדש את העובד: מה שנשאר ייסגר אז.',
        'If closing failed or was cut, restart the worker: what is left is closed then.',
      ),
    ],
    signals: [jobsPage],
  },
  {
    when: /job.{0,12}stuck|stuck.{0,12}job/i,
    cause: localized(
      'ריצה של משימת רקע עברה את הזמן הסביר ועדיין פתוחה.',
      'A run of a background job passed its time and is still open.',
    ),
    actions: [
      localized('לראות ב־‎/admin/jobs‎ אם הריצה מתקדמת.', 'See on /admin/jobs whether it still moves.'),
      localized(
        'אם לא: להפעיל מחדש את העובד. הריצה תיסגר כיתומה ותתחיל שוב בזמנה.',
        'If not, restart the worker: the run is closed as orphaned and begins again at its time.',
      ),
    ],
    signals: [jobsPage, localized('נעילות פתוחות ב־pg_locks', 'open locks in pg_locks')],
  },
  {
    when: /job.{0,12}(fail|error|skip)/i,
    cause: localized('משימת רקע נכשלה או דולגה.', 'A background job failed or was skipped.'),
    actions: [
      localized('לקרוא את השגיאה של הריצה ב־‎/admin/jobs‎.', 'Read the error of the run on /admin/jobs.'),
      localized('לתקן את הסיבה ולהפעיל את המשימה ביד.', 'Mend the cause and run the job by hand.'),
    ],
    signals: [jobsPage],
  },
  {
    when: /backup|restore/i,
    cause: localized(
      'אין שחזור מוכח מספיק טרי: הגיבוי לא נעשה, או שהבדיקה ששחזרה אותו מצאה הבדל.',
      'There is no proven restore that is recent enough: no backup was made, or the check that restored it found a difference.',
    ),
    actions: [
      localized(
        'להריץ codeshelf backup ואז codeshelf restore --check, ולקרוא מה נאמר.',
        'Run `codeshelf backup`, then `codeshelf restore --check`, and read what it says.',
      ),
      localized(
        'לבדוק שיש מקום ב־BACKUP_DIR ושגרסת pg_dump אינה ישנה מהשרת.',
        'Check the room in BACKUP_DIR and that pg_dump is not older than the server.',
      ),
    ],
    signals: [
      localized('מועד השחזור המוכח האחרון ב־‎/admin/observability‎', 'the last proven restore on /admin/observability'),
      jobsPage,
    ],
  },
]
