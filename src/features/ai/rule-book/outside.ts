import { jobsPage, requestLog, type Rule, w } from './rule.ts'

/** What goes to others and comes from them: push services, hosts of code, runners, requests. */
export const OUTSIDE_RULES: readonly Rule[] = [
  {
    when: /missing_vapid|vapid/i,
    cause: w(
      'נבחרה שליחה מקומית של התראות, ואין מפתח VAPID פרטי.',
      'Notifications are to be sent from here, and there is no private VAPID key.',
    ),
    actions: [
      w(
        'ליצור זוג מפתחות ב־codeshelf vapid ולהגדיר VAPID_PRIVATE_KEY, או להפנות ל־PUSH_WORKER_URL.',
        'Make a pair with `codeshelf vapid` and set VAPID_PRIVATE_KEY, or point PUSH_WORKER_URL at a worker.',
      ),
    ],
    signals: [w('אירועי push_send_missing_vapid_private', 'the events push_send_missing_vapid_private')],
  },
  {
    when: /push|reminder|notification|agent.?writes/i,
    cause: w(
      'שירות ההתראות של הדפדפן דוחה או לא עונה, או שתזכורות יוצאות באיחור. ניסיונות חוזרים נעשים אחרי 1, 5, 15 ו־60 דקות.',
      'A push service of a browser refuses or does not answer, or reminders leave late. It is tried again after 1, 5, 15 and 60 minutes.',
    ),
    actions: [
      w(
        'לבדוק לפי הקוד: 5xx או 429 הם תקלה אצלם, ונותר להמתין; 401 או 403 הם המפתח או ה־VAPID_SUBJECT שלנו.',
        'Look at the status: 5xx or 429 is their trouble and passes; 401 or 403 is our key or VAPID_SUBJECT.',
      ),
      w(
        'לבדוק שהעובד רץ ושהמשימות deliver_* אינן תקועות.',
        'Check that the worker runs and that the deliver_* jobs are not stuck.',
      ),
    ],
    signals: [
      w('push_send_error לפי status ולפי endpoint_hash', 'push_send_error by status and by endpoint_hash'),
      jobsPage,
    ],
  },
  {
    when: /codehost|repo_analysis|mirror|git\b/i,
    cause: w(
      'סנכרון או ניתוח של מאגר נכשל: השירות שמארח אותו מגביל, דוחה או לא עונה, או שהמאגר גדול מהמותר.',
      'A mirror could not be synced or read: its host limits, refuses or does not answer, or the repository is larger than allowed.',
    ),
    actions: [
      w(
        'לקרוא את השגיאה בדף המאגר ולסנכרן שוב בעוד כמה דקות.',
        'Read the error on the page of the repository and sync again in a few minutes.',
      ),
      w(
        'אם נגמר המקום: לבדוק את MIRRORS_DIR ואת REPO_MAX_MB.',
        'If there is no room: look at MIRRORS_DIR and REPO_MAX_MB.',
      ),
    ],
    signals: [
      w(
        'codehost_rate_limit_check ו־codehost_import_repo_error',
        'codehost_rate_limit_check and codehost_import_repo_error',
      ),
      jobsPage,
    ],
  },
  {
    when: /sandbox|runner|code.?run/i,
    cause: w(
      'אין מי שיריץ קוד: התהליך לא ענה, או שכל המקומות תפוסים.',
      'Nobody runs code: a runner did not answer, or every place is taken.',
    ),
    actions: [
      w(
        'לבדוק שהתהליך codeshelf runner חי ועובר את הבדיקה העצמית שלו.',
        'Check that `codeshelf runner` is alive and passes its own test.',
      ),
      w(
        'בעומס: להוסיף מכונות ל־RUNNERS או מקומות ב־RUNNER_SLOTS.',
        'Under load: add machines to RUNNERS or places with RUNNER_SLOTS.',
      ),
    ],
    signals: [w('תפוסת המקומות והתור במדדים', 'places taken and the queue, in the metrics')],
  },
  {
    when: /disk|no space|enospc/i,
    cause: w(
      'הדיסק מתמלא. כשייגמר המקום המסד יפסיק לקבל כתיבות.',
      'A disk fills up. When it is full the database stops taking writes.',
    ),
    actions: [
      w(
        'לראות מה גדל: מסד הנתונים, MIRRORS_DIR, BACKUP_DIR או היומנים.',
        'See what grows: the database, MIRRORS_DIR, BACKUP_DIR or the logs.',
      ),
      w('לפנות מקום או להרחיב לפני שנשארים פחות מ־10%.', 'Make room or enlarge it before less than 10% is left.'),
    ],
    signals: [w('pg_database_size ונפח התיקיות', 'pg_database_size and the size of the folders')],
  },
  {
    when: /(instance|target|codeshelf|process).{0,10}down|\bup == 0|unreachable|econnrefused|database.{0,20}(away|down|unavail)/i,
    cause: w('תהליך או מסד הנתונים לא עונים.', 'A process or the database does not answer.'),
    actions: [
      w(
        'לבדוק את ‎/readyz‎ של כל תהליך ואת השורות האחרונות ביומן שלו.',
        'Ask /readyz of each process and read the last lines of its log.',
      ),
      w(
        'אם המסד נפל: התהליכים חוזרים מעצמם כשהוא חוזר.',
        'If it was the database: the processes come back by themselves when it does.',
      ),
    ],
    signals: [w('internal_web_started: מתי עלה תהליך לאחרונה', 'internal_web_started: when a process last started')],
  },
  {
    when: /db_(get_latest_version|save_code_snippet|delete_file)_error|statement timeout|deadlock|lock/i,
    cause: w(
      'פעולה על קבצים נכשלה במסד הנתונים: נעילה, זמן קצוב או תקלה בשמירה.',
      'An act on files failed in the database: a lock, a time limit or a failing store.',
    ),
    actions: [
      w('לחפש נעילות ושאילתות ארוכות ב־pg_stat_activity.', 'Look for locks and long statements in pg_stat_activity.'),
      w(
        'לבדוק ב־‎/admin/verify-indexes‎ שכל האינדקסים קיימים.',
        'Check on /admin/verify-indexes that every index is there.',
      ),
    ],
    signals: [requestLog, w('request_failed באותן דקות', 'request_failed in the same minutes')],
  },
  {
    when: /latenc|slow|p9[59]|response.?time/i,
    cause: w(
      'הבקשות איטיות: מסד עמוס, שאילתה בלי אינדקס, או מעבד תפוס.',
      'Requests are slow: a busy database, a statement without its index, or a busy processor.',
    ),
    actions: [
      w(
        'למצוא ב־‎/admin/observability‎ איזו נקודה איטית, ומתי זה התחיל.',
        'Find on /admin/observability which endpoint is slow, and since when.',
      ),
      w('לבדוק את ‎/admin/verify-indexes‎ ואת pg_stat_activity.', 'Check /admin/verify-indexes and pg_stat_activity.'),
    ],
    signals: [w('זמני תגובה לפי נתיב, והמתנה לחיבורים', 'response times by route, and waiting for connections')],
  },
  {
    when: /request_failed|share_view_error|render_failed|error.?rate|codeshelf.?errors|route.?fails|5xx|internal_error|http.?5/i,
    cause: w(
      'בקשות נכשלות בגלל תקלה אצלנו. העקבות ביומן, תחת מזהה הבקשה.',
      'Requests fail because of a fault of ours. The trace is in the log under the id of the request.',
    ),
    actions: [
      w('למצוא ביומן את request_id ולקרוא את העקבות.', 'Find the request_id in the log and read the trace.'),
      w('אם זה התחיל בפריסה, לחזור לגרסה הקודמת.', 'If it began with a deployment, go back to the version before.'),
    ],
    signals: [requestLog, w('אילו נתיבים נכשלים, לפי resource', 'which routes fail, by resource')],
  },
  {
    when: /rate.?limit|redis|429/i,
    cause: w(
      'מגבלת קצב: מישהו שולח הרבה, או ש־Redis לא זמין והספירה נעשית בכל תהליך לבד.',
      'Rate limits: somebody sends a lot, or Redis is away and each process counts alone.',
    ),
    actions: [
      w(
        'לבדוק את Redis, ואם הוא תקין לראות איזה נתיב מקבל 429.',
        'Check Redis; if it is well, see which route answers 429.',
      ),
    ],
    signals: [w('השורה rate limits count without redis ביומן', 'the log line “rate limits count without redis”')],
  },
  {
    when: /alerts_parse_error|alertmanager|webhook/i,
    cause: w('הגיעה התראה שאי אפשר היה לקרוא.', 'An alert arrived that could not be read.'),
    actions: [
      w(
        'לוודא ש־Alertmanager שולח בפורמט שלו (גרסה 4) ועם הסוד הנכון.',
        'Make sure Alertmanager sends its own format (version 4) with the right secret.',
      ),
    ],
    signals: [w('alerts_parse_error והסיבה שבו', 'alerts_parse_error and its reason')],
  },
]
