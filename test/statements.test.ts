import { describe, expect, it, test } from 'vitest'
import type { ShardingRules } from '../db/sharding.ts'
import { checkStatement, isWorkerStatement } from './architecture/statements.ts'

const RULES: ShardingRules = {
  userTables: new Set(['users', 'notes', 'reminders', 'files']),
  directoryTables: new Set(['sessions', 'identities']),
  controlTables: new Set(['events', 'job_locks', 'announcements']),
}

const check = (sql: string) => checkStatement(sql, RULES)

describe('every reference to user data names its user by a parameter', () => {
  it.each([
    'select id from notes where user_id = $1',
    'select id from notes n where n.user_id = $1 and n.id = $2',
    'select id from notes where $1 = notes.user_id',
    'select id from notes where user_id = $1::bigint',
    'select "id" from "notes" as "n" where "n"."user_id" = $1 order by "n"."id" limit $2',
    'select id from public.notes n where (n.user_id = $1 and n.a = 1) and n.b = 2',
    'select 1 from notes n join reminders r on r.user_id = $1 and r.note_id = n.id where n.user_id = $1',
    'select 1 from notes n join reminders r on r.note_id = n.id and n.user_id = $1 and r.user_id = $2',
    'select 1 from notes n left join reminders r on r.user_id = $1 and r.note_id = n.id where n.user_id = $1',
    'select 1 from notes n left join reminders r on r.note_id = n.id where n.user_id = $1 and r.user_id = $1',
    'select 1 from reminders r right join notes n on r.user_id = $1 and r.note_id = n.id where n.user_id = $1',
    'select 1 from notes n, reminders r where n.user_id = $1 and r.user_id = $1 and r.note_id = n.id',
    'select 1 from notes n where n.user_id = $1 and exists (select 1 from reminders where user_id = $1 and note_id = n.id)',
    'select (select count(*) from reminders r where r.user_id = $1) from notes n where n.user_id = $1',
    'with due as (select note_id from reminders where user_id = $1) select 1 from due join notes n on n.id = due.note_id and n.user_id = $1',
    'select 1 from (select id from notes where user_id = $1) n',
    'select 1 from notes n cross join lateral (select 1 from reminders r where r.user_id = $1) x where n.user_id = $1',
    'select id from notes where user_id = $1 union all select id from files where user_id = $1',
    'select 1 from announcements a join users u on u.user_id = $1',
    'select user_id from sessions where token_hash = $1',
    'delete from sessions where expires_at < $1',
    'select count(*) from events',
    "select nextval('user_ids')",
    'select 1 from pg_class join information_schema.tables on true',
    'update notes set title = $3 where user_id = $1 and id = $2',
    'update notes n set title = r.preview from reminders r where n.user_id = $1 and r.user_id = $1 and r.note_id = n.id',
    'delete from notes where user_id = $1 and id = $2 returning id',
    'delete from reminders r using notes n where r.user_id = $1 and n.user_id = $1 and n.id = r.note_id',
    'insert into notes (user_id, id) select user_id, id from files where user_id = $1',
    'select 1',
    'begin',
    'create table x (a int)',
  ])('accepts: %s', (sql) => {
    expect(check(sql)).toEqual([])
  })

  const NOTES = 'reads notes without notes.user_id = $n'
  it.each([
    ['select id from notes', NOTES],
    ['select id from notes where id = $1', NOTES],
    ['select id from notes where user_id = 7', NOTES],
    ['select id from notes where user_id = any($1)', NOTES],
    ['select id from notes where user_id in ($1, $2)', NOTES],
    ['select id from notes where user_id >= $1', NOTES],
    ['select id from notes where user_id = $1 or id = $2', NOTES],
    ['select id from notes where not (user_id = $1)', NOTES],
    ['select id from notes where owner_id = $1', NOTES],
    [
      'select 1 from notes n join reminders r on r.user_id = n.user_id and r.note_id = n.id where n.user_id = $1',
      'reads reminders as r without r.user_id = $n',
    ],
    [
      'select 1 from notes n join reminders r using (user_id) where n.user_id = $1',
      'reads reminders as r without r.user_id = $n',
    ],
    [
      'select 1 from notes n natural join reminders r where n.user_id = $1',
      'reads reminders as r without r.user_id = $n',
    ],
    [
      'select 1 from notes n left join reminders r on n.user_id = $1 where r.user_id = $1',
      'reads notes as n without n.user_id = $n',
    ],
    [
      'select 1 from notes n full join reminders r on r.user_id = $1 where n.user_id = $1',
      'reads reminders as r without r.user_id = $n',
    ],
    ['select 1 from notes n, announcements a where user_id = $1', 'reads notes as n without n.user_id = $n'],
    ['select 1 from notes a join notes b on b.id = a.id and b.user_id = $1', 'reads notes as a without a.user_id = $n'],
    [
      'select 1 from notes n where n.user_id = $1 and exists (select 1 from reminders r where n.user_id = $1)',
      'reads reminders as r without r.user_id = $n',
    ],
    ['select (select count(*) from notes) from users where user_id = $1', NOTES],
    ['with x as (select id from notes) select 1 from x where user_id = $1', NOTES],
    ['with notes as (select id from notes) select 1 from notes', NOTES],
    ['with x as (delete from notes returning id) select 1 from x', NOTES],
    ['select 1 from (select id from notes) n where n.user_id = $1', NOTES],
    [
      'select id from notes where user_id = $1 union all select id from files',
      'reads files without files.user_id = $n',
    ],
    ['select 1 from notes tablesample system (1)', NOTES],
    ['update notes set title = $2 where id = $1', NOTES],
    [
      'update notes n set title = r.preview from reminders r where n.user_id = $1 and r.note_id = n.id',
      'reads reminders as r without r.user_id = $n',
    ],
    ['with notes as (select 1) update notes set title = $1', NOTES],
    ['delete from notes', NOTES],
    [
      'delete from reminders using notes n where reminders.user_id = $1 and n.id = note_id',
      'reads notes as n without n.user_id = $n',
    ],
    ['insert into notes (user_id, id) select user_id, id from files', 'reads files without files.user_id = $n'],
  ])('refuses: %s', (sql, complaint) => {
    expect(check(sql)).toEqual([complaint])
  })
})

describe('what is written', () => {
  it.each([
    'insert into users (user_id, first_name) values ($1, $2)',
    "insert into users (user_id, first_name) values (nextval('user_ids'), $1) returning user_id",
    'insert into notes (user_id, id) values ($1, $2), ($3, $4)',
    'insert into notes (user_id, id) values ($1, $2) on conflict do nothing',
    'insert into notes (user_id, id, n) values ($1, $2, $3) on conflict (user_id, id) do update set n = excluded.n + 1',
    'insert into identities (subject, user_id) values ($1, $2) on conflict (subject) do nothing',
    'update notes set n = n + 1, updated_at = $3 where user_id = $1 and id = $2',
    'update notes set due = $2::timestamptz + $3::interval where user_id = $1',
    "update job_locks set expires_at = now() + interval '10 s' where name = $1",
    'select id from notes where user_id = $1 and remind_at < now()',
  ])('accepts: %s', (sql) => {
    expect(check(sql)).toEqual([])
  })

  it.each([
    ['insert into notes (id) values ($1)', 'inserts into notes without the column user_id'],
    ['insert into notes values ($1, $2)', 'inserts into notes without the column user_id'],
    [
      "insert into notes (user_id, id) values ($1, nextval('x'))",
      'takes an id for notes from a sequence: ids come from the application',
    ],
    [
      'insert into notes (user_id, id) values ($1, $2) on conflict (id) do nothing',
      'on conflict of notes does not name user_id among its columns',
    ],
    [
      'insert into notes (user_id, id) values ($1, $2) on conflict on constraint notes_pkey do nothing',
      'on conflict of notes does not name user_id among its columns',
    ],
    [
      'insert into notes (user_id, id) values ($1, $2) on conflict (user_id, id) do update set user_id = $3',
      'changes user_id of notes: it never changes',
    ],
    [
      'insert into notes (user_id, id) values ($1, $2) on conflict (user_id, id) do update set updated_at = now()',
      'calls now() in an update of notes: pass the value as a parameter',
    ],
    ['update notes set user_id = $2 where user_id = $1', 'changes user_id of notes: it never changes'],
    ['update identities set user_id = $2 where subject = $1', 'changes user_id of identities: it never changes'],
    [
      'update notes set at = now() where user_id = $1',
      'calls now() in an update of notes: pass the value as a parameter',
    ],
    [
      'update notes set at = current_timestamp where user_id = $1',
      'calls current_timestamp in an update of notes: pass the value as a parameter',
    ],
    [
      'update notes set at = pg_catalog.clock_timestamp() where user_id = $1',
      'calls clock_timestamp() in an update of notes: pass the value as a parameter',
    ],
    [
      'update notes set n = floor(random() * 6) where user_id = $1',
      'calls random() in an update of notes: pass the value as a parameter',
    ],
    [
      'update notes set id = gen_random_uuid() where user_id = $1',
      'calls gen_random_uuid() in an update of notes: pass the value as a parameter',
    ],
    [
      "update notes set n = nextval('s') where user_id = $1",
      'calls nextval() in an update of notes: pass the value as a parameter',
    ],
    [
      'update notes set n = 1 where user_id = $1 and at < now()',
      'calls now() in an update of notes: pass the value as a parameter',
    ],
    [
      'update sessions set expires_at = now() where token_hash = $1',
      'calls now() in an update of sessions: pass the value as a parameter',
    ],
    [
      "update notes set at = at + interval '1 day' where user_id = $1",
      'adds an interval to a column of notes: compute the moment in the application',
    ],
    [
      'update notes set at = at - $2::interval where user_id = $1',
      'adds an interval to a column of notes: compute the moment in the application',
    ],
    [
      'update notes set at = make_interval(mins => $2) + at where user_id = $1',
      'adds an interval to a column of notes: compute the moment in the application',
    ],
    ['merge into notes using files f on true when matched then delete', 'uses MERGE: write insert … on conflict'],
  ])('refuses: %s', (sql, complaint) => {
    expect(check(sql)).toEqual([complaint])
  })
})

describe('what no statement may do', () => {
  it.each([
    ['select id from notes where user_id = $1 limit 10 offset $2', 'uses OFFSET: page by a cursor'],
    ['select id from events offset 5', 'uses OFFSET: page by a cursor'],
    ['select 1 from unheard_of', 'unheard_of stands in no list of db/sharding.ts'],
    ['insert into unheard_of (a) values (1)', 'unheard_of stands in no list of db/sharding.ts'],
    [
      'select 1 from sessions s join users u on u.user_id = $2 where s.token_hash = $1',
      'joins the directory sessions with user data of users: use two statements',
    ],
    [
      'with u as (insert into users (user_id) values ($1)) insert into identities (user_id) values ($1)',
      'joins the directory identities with user data of users: use two statements',
    ],
    ['selec 1', 'cannot be parsed: syntax error at or near "selec"'],
  ])('refuses: %s', (sql, complaint) => {
    expect(check(sql)).toEqual([complaint])
  })

  test('a complaint is made once, however many places earn it', () => {
    expect(check('select 1 from (select 1 from notes) a, (select 1 from notes) b')).toHaveLength(1)
  })
})

describe('the worker', () => {
  const claim =
    'select user_id, note_id from reminders where remind_at <= $1 order by remind_at limit 100 for update skip locked'

  test('claims across users only in a statement that says so', () => {
    expect(check(`/* worker */ ${claim}`)).toEqual([])
    expect(check(claim)).toEqual([
      'reads reminders without reminders.user_id = $n',
      'claims reminders with SKIP LOCKED: only a statement that starts with /* worker */ may',
    ])
  })

  test('claims in a CTE, and a control table needs no permission', () => {
    const update = 'update reminders set leased_until = $2 where user_id = $3 and note_id in (select note_id from due)'
    expect(check(`/* worker */ with due as (${claim}) ${update}`)).toEqual([])
    expect(check('select name from job_locks for update skip locked')).toEqual([])
  })

  test('a lock that waits is open to all', () => {
    expect(check('select 1 from notes where user_id = $1 for update')).toEqual([])
  })

  test('keeps the other rules', () => {
    expect(check('/* worker */ update reminders set at = now()')).toHaveLength(1)
    expect(check('/* worker */ insert into reminders (note_id) values ($1)')).toHaveLength(1)
  })

  it.each([
    ['/* worker */ select 1', true],
    ['  /*worker*/\nselect 1', true],
    ['select 1 /* worker */', false],
    ['/* workers */ select 1', false],
    ["select '/* worker */'", false],
  ])('%s: %s', (sql, is) => {
    expect(isWorkerStatement(sql)).toBe(is)
  })
})

describe('an admin', () => {
  test('asks every shard in a statement that says so, and changes nothing with it', () => {
    expect(check('/* admin */ select user_id from notes order by user_id desc limit 26')).toEqual([])
    expect(check('/* unnamed, admin */ select user_id from notes')).toEqual([])
    expect(check('select user_id from notes /* admin */')).toHaveLength(1)
    expect(check('/* admin */ delete from notes where user_id = $1')).toEqual(['a statement of an admin only reads'])
    expect(check('/* admin */ select 1 from notes for update skip locked')).toHaveLength(1)
  })
})
