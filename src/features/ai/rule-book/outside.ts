import { jobsPage, requestLog, type Rule, localized } from './rule.ts'

/** Rules about external systems: push services, git hosts, runners, requests. */
export const OUTSIDE_RULES: readonly Rule[] = [
  {
    when: /missing_vapid|vapid/i,
    cause: localized(
      'נבחרה שליחה מקומית של התראות, ואין מפתח VAPID פרטי.',
      'Notifications are to be sent from here, and there is no private VAPID key.',
    ),
    actions: [
      localized(
        'ליצור זוג מפתחות ב־codeshelf vapid ולהגדיר VAPID_PRIVATE_KEY, או להפנות ל־PUSH_WORKER_URL.',
        'Make a pair with `codeshelf vapid` and set VAPID_PRIVATE_KEY, or point PUSH_WORKER_URL at a worker.',
      ),
    ],
    signals: [localized('אירועי push_send_missing_vapid_private', 'the events push_send_missing_vapid_private')],
  },
  {
    when: /push|reminder|notification|agent.?writes/i,
    cause: localized(
      'שירות ההתראות של הדפדפן דוחה או לא עונה, או שתזכורות יוצאות באיחור. ניסיונות חוזרים נעשים אחרי 1, 5, 15 ו־60 דקות.',
      'A push service of a browser refuses or does not answer, or reminders leave late. It is tried again after 1, 5, 15 and 60 minutes.',
    ),
    actions: [
      localized(
        'לבדוק לפי הקוד: 5xx או 429 הם תקלה אצלם, ונותר להמתין; 401 או 403 הם המפתח או ה־VAPID_SUBJECT שלנו.',
        'Look at the status: 5xx or 429 is their trouble and passes; 401 or 403 is our key or VAPID_SUBJECT.',
      ),
      localized(
        'לבדוק שהעובד רץ ושהמשימות deliver_* אינן תקועות.',
        'Check that the worker runs and that the deliver_* jobs are not stuck.',
      ),
    ],
    signals: [
      localized('push_send_error לפי status ולפי endpoint_hash', 'push_send_error by status and by endpoint_hash'),
      jobsPage,
    ],
  },
  {
    when: /code_index|zoekt/i,
    cause: localized(
      'אינדקס החיפוש של המאגרים לא נבנה או לא ענה: zoekt לא רץ, התיקייה שלו מלאה או לא ניתנת לכתיבה, או שחסרה התוכנה zoekt-git-index.',
      'The code index of repositories was not built or did not answer: zoekt is not running, its folder is full or cannot be written, or the program zoekt-git-index is missing.',
    ),
    actions: [
      localized(
        'לבדוק ש־zoekt-webserver עונה בכתובת ZOEKT_URL ושאפשר לכתוב ב־ZOEKT_INDEX. עד אז החיפוש נעשה ב־git grep.',
        'Check that zoekt-webserver answers at ZOEKT_URL and that ZOEKT_INDEX can be written. Until then git grep searches.',
      ),
    ],
    signals: [
      localized('code_index_build_error ו־code_index_unavailable', 'code_index_build_error and code_index_unavailable'),
      jobsPage,
    ],
  },
  {
    when: /repo_symbols/i,
    cause: localized(
      'שמות ההגדרות של מאגר לא נקראו: המראה שלו חסרה או פגומה בדיסק, או שהעיבוד נעצר.',
      'The symbols of a repository were not read: its mirror is missing or damaged on the disk, or the parser was stopped.',
    ),
    actions: [
      localized(
        'לסנכרן את המאגר שוב. עד אז החיפוש מוצא בו טקסט, ולא את כל ההגדרות.',
        'Sync the repository again. Until then search finds its text, and not all of its symbols.',
      ),
    ],
    signals: [
      localized('repo_symbols_error ו־repo_symbols_read', 'repo_symbols_error and repo_symbols_read'),
      jobsPage,
    ],
  },
  {
    when: /codehost|repo_analysis|mirror|git\b/i,
    cause: localized(
      'סנכרון או ניתוח של מאגר נכשל: השירות שמארח אותו מגביל, דוחה או לא עונה, או שהמאגר גדול מהמותר.',
      'A mirror could not be synced or read: its host limits, refuses or does not answer, or the repository is larger than allowed.',
    ),
    actions: [
      localized(
        'לקרוא את השגיאה בדף המאגר ולסנכרן שוב בעוד כמה דקות.',
        'Read the error on the page of the repository and sync again in a few minutes.',
      ),
      localized(
        'אם נגמר המקום: לבדוק את MIRRORS_DIR ואת REPO_MAX_MB.',
        'If there is no room: look at MIRRORS_DIR and REPO_MAX_MB.',
      ),
    ],
    signals: [
      localized(
        'codehost_rate_limit_check ו־codehost_import_repo_error',
        'codehost_rate_limit_check and codehost_import_repo_error',
      ),
      jobsPage,
    ],
  },
  {
    when: /sandbox|runner|code.?run/i,
    cause: localized(
      'אין מי שיריץ קוד: התהליך לא ענה, או שכל המקומות תפוסים.',
      'No runner runs code: one did not answer, or every slot is taken.',
    ),
    actions: [
      localized(
        'לבדוק שהתהליך codeshelf runner חי ועובר את הבדיקה העצמית שלו.',
        'Check that `codeshelf runner` is alive and passes its own test.',
      ),
      localized(
        'בעומס: להוסיף מכונות ל־RUNNERS או מקומות ב־RUNNER_SLOTS.',
        'Under load: add machines to RUNNERS or slots with RUNNER_SLOTS.',
      ),
    ],
    signals: [localized('תפוסת המקומות והתור במדדים', 'used slots and the queue, in the metrics')],
  },
  {
    when: /disk|no space|enospc/i,
    cause: localized(
      'הדיסק מתמלא. כשייגמר המקום המסד יפסיק לקבל כתיבות.',
      'A disk fills up. When it is full the database stops taking writes.',
    ),
    actions: [
      localized(
        'לראות מה גדל: מסד הנתונים, MIRRORS_DIR, BACKUP_DIR או היומנים.',
        'See what grows: the database, MIRRORS_DIR, BACKUP_DIR or the logs.',
      ),
      localized(
        'לפנות מקום או להרחיב לפני שנשארים פחות מ־10%.',
        'Make room or enlarge it before less than 10% is left.',
      ),
    ],
    signals: [localized('pg_database_size ונפח התיקיות', 'pg_database_size and the size of the folders')],
  },
  {
    when: /(instance|target|codeshelf|process).{0,10}down|\bup == 0|unreachable|econnrefused|database.{0,20}(away|down|unavail)/i,
    cause: localized('תהליך או מסד הנתונים לא עונים.', 'A process or the database does not answer.'),
    actions: [
      localized(
        'לבדוק את ‎/readyz‎ של כל תהליך ואת השורות האחרונות ביומן שלו.',
        'Ask /readyz of each process and read the last lines of its log.',
      ),
      localized(
        'אם המסד נפל: התהליכים חוזרים מעצמם כשהוא חוזר.',
        'If it was the database: the processes come back by themselves when it does.',
      ),
    ],
    signals: [
      localized('internal_web_started: מתי עלה תהליך לאחרונה', 'internal_web_started: when a process last started'),
    ],
  },
  {
    when: /db_(get_latest_version|save_code_snippet|delete_file)_error|statement timeout|deadlock|lock/i,
    cause: localized(
      'פעולה על קבצים נכשלה במסד הנתונים: נעילה, זמן קצוב או תקלה בשמירה.',
      'An act on files failed in the database: a lock, a time limit or a failing store.',
    ),
    actions: [
      localized(
        'לחפש נעילות ושאילתות ארוכות ב־pg_stat_activity.',
        'Look for locks and long statements in pg_stat_activity.',
      ),
      localized(
        'לבדוק ב־‎/admin/verify-indexes‎ שכל האינדקסים קיימים.',
        'Check on /admin/verify-indexes that every index is there.',
      ),
    ],
    signals: [requestLog, localized('request_failed באותן דקות', 'request_failed in the same minutes')],
  },
  {
    when: /latenc|slow|p9[59]|response.?time/i,
    cause: localized(
      'הבקשות איטיות: מסד עמוס, שאילתה בלי אינדקס, או מעבד תפוס.',
      'Requests are slow: a busy database, a statement without its index, or a busy processor.',
    ),
    actions: [
      localized(
        'למצוא ב־‎/admin/observability‎ איזו נקודה איטית, ומתי זה התחיל.',
        'Find on /admin/observability which endpoint is slow, and since when.',
      ),
      localized(
        'לבדוק את ‎/admin/verify-indexes‎ ואת pg_stat_activity.',
        'Check /admin/verify-indexes and pg_stat_activity.',
      ),
    ],
    signals: [
      localized('זמני תגובה לפי נתיב, והמתנה לחיבורים', 'response times by route, and waiting for connections'),
    ],
  },
  {
    when: /request_failed|share_view_error|render_failed|error.?rate|codeshelf.?errors|route.?fails|5xx|internal_error|http.?5/i,
    cause: localized(
      'בקשות נכשלות בגלל תקלה אצלנו. העקבות ביומן, תחת מזהה הבקשה.',
      'Requests fail because of a fault of ours. The trace is in the log under the id of the request.',
    ),
    actions: [
      localized('למצוא ביומן את request_id ולקרוא את העקבות.', 'Find the request_id in the log and read the trace.'),
      localized(
        'אם זה התחיל בפריסה, לחזור לגרסה הקודמת.',
        'If it began with a deployment, go back to the version before.',
      ),
    ],
    signals: [requestLog, localized('אילו נתיבים נכשלים, לפי resource', 'which routes fail, by resource')],
  },
  {
    when: /rate.?limit|redis|429/i,
    cause: localized(
      'מגבלת קצב: מישהו שולח הרבה, או ש־Redis לא זמין והספירה נעשית בכל תהליך לבד.',
      'Rate limits: a client sends many requests, or Redis is down and each process counts alone.',
    ),
    actions: [
      localized(
        'לבדוק את Redis, ואם הוא תקין לראות איזה נתיב מקבל 429.',
        'Check Redis; if it is well, see which route answers 429.',
      ),
    ],
    signals: [
      localized('השורה rate limits count without redis ביומן', 'the log line “rate limits count without redis”'),
    ],
  },
  {
    when: /alerts_parse_error|alertmanager|webhook/i,
    cause: localized('הגיעה התראה שאי אפשר היה לקרוא.', 'An alert arrived that could not be read.'),
    actions: [
      localized(
        'לוודא ש־Alertmanager שולח בפורמט שלו (גרסה 4) ועם הסוד הנכון.',
        'Make sure Alertmanager sends its own format (version 4) with the right secret.',
      ),
    ],
    signals: [localized('alerts_parse_error והסיבה שבו', 'alerts_parse_error and its reason')],
  },
]
