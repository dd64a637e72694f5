/** A statement that the coordinator of Citus sent to more than one shard. */
export type MultiShardStatement = { application: string; sql: string; times: number }

/** `2026-11-16 13:00:00.000 UTC [42] codeshelf-web codeshelf LOG:  text`; further lines of the text begin with a tab. */
const RECORD = /^\S+ \S+ \S+ \[(\d+)\] (\S*) \S* ?([A-Z]+): {2}(.*)$/
const NOTICE = 'multi-task query about to be executed'

/** Reads them from a log with `citus.multi_task_query_log_level = log` and the prefix `%m [%p] %a %d `. */
export function multiShardStatements(log: string): MultiShardStatement[] {
  const found = new Map<string, MultiShardStatement>()
  const noticed = new Set<string>()
  for (const { process, application, level, text } of recordsOf(log)) {
    if (level === 'LOG' && text === NOTICE) noticed.add(process)
    if (level !== 'STATEMENT' || !noticed.delete(process)) continue
    const sql = text.replace(/\s+/g, ' ').trim()
    const statement = found.get(`${application} ${sql}`) ?? { application, sql, times: 0 }
    found.set(`${application} ${sql}`, { ...statement, times: statement.times + 1 })
  }
  return [...found.values()]
}

type LogRecord = { process: string; application: string; level: string; text: string }

function recordsOf(log: string): LogRecord[] {
  const records: LogRecord[] = []
  for (const line of log.split('\n')) {
    const [, process = '', application = '', level = '', text = ''] = RECORD.exec(line) ?? []
    const last = records.at(-1)
    if (level !== '') records.push({ process, application, level, text })
    else if (last) last.text += `\n${line}`
  }
  return records
}
