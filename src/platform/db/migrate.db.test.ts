import { Client } from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { sha256 } from '#platform/crypto.ts'
import { cloneDatabase, withDatabase } from '../../../test/database.ts'
import { assertNothingLost, countRows, recountRows } from './row-counts.ts'
import { assertHebrewIsSearchable } from './locale.ts'
import { migrate, pendingMigrations } from './migrate.ts'

async function connected<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Statements that wait for a lock in this database. */
async function countWaiting(client: Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows[0]?.n ?? 0
}

/** Sessions, tokens and webhooks as they were before migration 0022, each with one row, and a repository with two webhooks. */
const BEFORE_0022 = `
  drop table sessions, session_keys, access_tokens, access_token_keys, repo_hooks, repo_hook_keys cascade;
  create table sessions (
    token_hash bytea primary key, id uuid not null, user_id bigint not null, user_agent text not null,
    created_at timestamptz(3) not null, last_seen_at timestamptz(3) not null,
    expires_at timestamptz(3) not null, ends_at timestamptz(3) not null);
  create table access_tokens (
    token_hash bytea primary key, id uuid not null, user_id bigint not null, name text not null, scopes text[] not null,
    created_at timestamptz(3) not null, expires_at timestamptz(3), last_used_at timestamptz(3),
    writes_per_day integer, runs_per_day integer);
  create table repo_hooks (
    hook_id text primary key, user_id bigint not null, repo_id uuid not null, secret text not null,
    created_at timestamptz(3) not null);
  delete from schema_migrations where name = '0022_credentials_by_user.sql';`
const BEFORE_0022_ON_CITUS = `
  select create_distributed_table('sessions', 'token_hash');
  select create_distributed_table('access_tokens', 'token_hash');
  select create_distributed_table('repo_hooks', 'hook_id');`
const uuid = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`
const CREDENTIALS = `
  insert into sessions values
    (sha256('cookie'), '${uuid(1)}', 7, 'Firefox', now(), now(), now(), now());
  insert into access_tokens values
    (sha256('token'), '${uuid(2)}', 7, 'laptop', '{read}', now(), null, null, 10, null);
  insert into repo_hooks values
    (repeat('a', 32), 7, '${uuid(3)}', 'older', '2026-01-01'),
    (repeat('b', 32), 7, '${uuid(3)}', 'newer', '2026-01-02');`

/** Repositories as they were before migration 0023, when each user had a mirror. */
const BEFORE_0023 = `
  drop table mirrors, mirror_lists, mirror_files, git_nodes, repos;
  create table repos (
    user_id bigint not null, id uuid not null, name text not null, url text not null, asked_branch text, branch text, head text,
    generation integer not null default 0, file_count integer not null default 0, size_bytes bigint not null default 0,
    created_at timestamptz(3) not null, last_sync_at timestamptz(3), next_sync_at timestamptz(3) not null,
    asked_at timestamptz(3), sync_id uuid, sync_until timestamptz(3), stage text, percent smallint, error text,
    failures smallint not null default 0, primary key (user_id, id));
  create table repo_files (
    user_id bigint not null, repo_id uuid not null, generation integer not null, path text not null, raw_path bytea,
    kind text not null, oid text not null, size_bytes bigint not null, primary key (user_id, repo_id, generation, path));
  delete from schema_migrations where name in ('0023_shared_mirrors.sql', '0024_git_nodes.sql');`
const BEFORE_0023_ON_CITUS = `
  select create_distributed_table('repos', 'user_id');
  select create_distributed_table('repo_files', 'user_id');`
const [OLD, NEW] = ['a'.repeat(40), 'b'.repeat(40)]
/** Two users of one repository, the second at a newer commit; another branch of it; one that is being fetched for the first time. */
const MIRRORS = `
  insert into repos (user_id, id, name, url, asked_branch, branch, head, generation, file_count, created_at, last_sync_at, next_sync_at) values
    (7, '${uuid(1)}', 'noa/r', 'https://h/noa/r', null, 'main', '${OLD}', 3, 1, '2026-01-01', '2026-02-01', '2099-01-01'),
    (8, '${uuid(2)}', 'noa/r', 'https://h/noa/r', null, 'main', '${NEW}', 5, 2, '2026-01-02', '2026-02-02', '2099-01-01'),
    (9, '${uuid(3)}', 'noa/r', 'https://h/noa/r', 'work', 'work', '${OLD}', 1, 0, '2026-01-03', '2026-02-03', '2099-01-01');
  insert into repos (user_id, id, name, url, created_at, next_sync_at, sync_id, sync_until, stage) values
    (9, '${uuid(4)}', 'noa/s', 'https://h/noa/s', '2026-01-04', '2026-01-04', '${uuid(5)}', '2026-01-05', 'receiving');
  insert into repo_files values
    (7, '${uuid(1)}', 3, 'a', null, 'file', '${OLD}', 1),
    (8, '${uuid(2)}', 5, 'a', null, 'file', '${NEW}', 1),
    (8, '${uuid(2)}', 5, 'b', null, 'file', '${NEW}', 1),
    (8, '${uuid(2)}', 4, 'left over', null, 'file', '${NEW}', 1);`

describe('codeshelf migrate', () => {
  test('0023 keeps the mirror that was synced last for each repository and branch, and every user with the own commit', async () => {
    await using database = await cloneDatabase()
    await connected(database.url, async (client) => {
      await client.query(BEFORE_0023)
      if (inject('citusWorkers').length > 0) await client.query(BEFORE_0023_ON_CITUS)
      await client.query(MIRRORS)
    })
    const { applied } = await migrate(database.url)
    expect(applied).toEqual(['0023_shared_mirrors.sql', '0024_git_nodes.sql'])
    await connected(database.url, async (client) => {
      const rowsOf = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows
      const shared = { url: 'https://h/noa/r', due: true, sync_id: null }
      expect(
        await rowsOf(
          'select id, url, asked_branch, head, file_count, sync_id, next_sync_at <= now() as due from mirrors order by id',
        ),
      ).toEqual([
        { ...shared, id: uuid(2), asked_branch: '', head: NEW, file_count: 2 },
        { ...shared, id: uuid(3), asked_branch: 'work', head: OLD, file_count: 0 },
        { ...shared, id: uuid(4), url: 'https://h/noa/s', asked_branch: '', head: null, file_count: 0 },
      ])
      expect(await rowsOf('select user_id, id, mirror_id, head from repos order by id')).toEqual([
        { user_id: '7', id: uuid(1), mirror_id: uuid(2), head: OLD },
        { user_id: '8', id: uuid(2), mirror_id: uuid(2), head: NEW },
        { user_id: '9', id: uuid(3), mirror_id: uuid(3), head: OLD },
        { user_id: '9', id: uuid(4), mirror_id: uuid(4), head: null },
      ])
      expect(await rowsOf('select mirror_id, commit, generation from mirror_lists order by mirror_id')).toEqual([
        { mirror_id: uuid(2), commit: NEW, generation: 5 },
        { mirror_id: uuid(3), commit: OLD, generation: 1 },
      ])
      expect(await rowsOf('select path from mirror_files order by path')).toEqual([{ path: 'a' }, { path: 'b' }])
    })
  })

  test('waits for another migrate longer than the statement timeout of its role or database', async () => {
    await using database = await cloneDatabase()
    await connected(database.url, async (rival) => {
      await rival.query('select pg_advisory_lock(7267001)')
      await rival.query(
        `do $$ begin execute format('alter database %I set statement_timeout = 500', current_database()); end $$`,
      )
      const migrated = migrate(database.url)
      migrated.catch(() => {})
      await rival.query('select pg_sleep(1)')
      await rival.query('select pg_advisory_unlock(7267001)')
      expect(await migrated).toMatchObject({ applied: [] })
    })
  })

  test('0022 keeps every session and token and the newest webhook, and each key leads to its row', async () => {
    await using database = await cloneDatabase()
    await connected(database.url, async (client) => {
      await client.query(BEFORE_0022)
      if (inject('citusWorkers').length > 0) await client.query(BEFORE_0022_ON_CITUS)
      await client.query(CREDENTIALS)
    })
    expect((await migrate(database.url)).applied).toEqual(['0022_credentials_by_user.sql'])
    await connected(database.url, async (client) => {
      const rowsOf = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows
      expect(await rowsOf('select user_id, id, user_agent, token_hash from sessions')).toEqual([
        { user_id: '7', id: uuid(1), user_agent: 'Firefox', token_hash: sha256('cookie') },
      ])
      expect(await rowsOf('select token_hash, user_id, session_id from session_keys')).toEqual([
        { token_hash: sha256('cookie'), user_id: '7', session_id: uuid(1) },
      ])
      expect(await rowsOf('select user_id, id, name, writes_per_day, token_hash from access_tokens')).toEqual([
        {
          user_id: '7',
          id: uuid(2),
          name: 'laptop',
          writes_per_day: 10,
          token_hash: sha256('token'),
        },
      ])
      expect(await rowsOf('select token_hash, user_id, token_id from access_token_keys')).toEqual([
        { token_hash: sha256('token'), user_id: '7', token_id: uuid(2) },
      ])
      expect(await rowsOf('select user_id, repo_id, hook_id, secret from repo_hooks')).toEqual([
        { user_id: '7', repo_id: uuid(3), hook_id: 'b'.repeat(32), secret: 'newer' },
      ])
      expect(await rowsOf('select hook_id, user_id, repo_id from repo_hook_keys')).toEqual([
        { hook_id: 'b'.repeat(32), user_id: '7', repo_id: uuid(3) },
      ])
    })
  })

  test('does nothing when the database is up to date, also under concurrent calls', async () => {
    await using database = await cloneDatabase()
    const reports = await Promise.all([migrate(database.url), migrate(database.url)])
    const distributed = inject('citusWorkers').length > 0
    expect(reports).toEqual([
      { applied: [], distributed },
      { applied: [], distributed },
    ])
  })

  test('runs the `before` hook when migrations are pending and there is data, and stops when the hook fails', async () => {
    await using database = await cloneDatabase()
    const asked: (readonly string[])[] = []
    const refuse = async (pending: readonly string[]) => {
      asked.push(pending)
      throw new Error('the disk is full')
    }
    await migrate(database.url, refuse)
    await connected(database.url, async (client) => {
      await client.query('drop table restore_proofs')
      await client.query("delete from schema_migrations where name = '0020_restore_proofs.sql'")
      await client.query("insert into job_locks values ('a', 'h', 1, now(), now())")
    })
    await expect(migrate(database.url, refuse)).rejects.toThrow('the disk is full')
    expect(asked).toEqual([['0020_restore_proofs.sql']])
    await connected(database.url, (client) => client.query('delete from job_locks'))
    // The database has only the list of migrations: there is nothing to save.
    expect((await migrate(database.url, refuse)).applied).toEqual(['0020_restore_proofs.sql'])
  })

  test('refuses a schema that a newer release has made, and so does every process at its start', async () => {
    await using database = await cloneDatabase()
    const refusal = /A newer release has migrated this database \(9000_later.sql\).*Going back/
    await connected(database.url, async (client) => {
      await client.query("insert into schema_migrations values ('9000_later.sql', 'x', now())")
      await expect(migrate(database.url)).rejects.toThrow(refusal)
      const run = async (sql: string) => (await client.query<{ name: string }>(sql)).rows
      await expect(pendingMigrations(run)).rejects.toThrow(refusal)
    })
  })

  test('refuses when an applied migration was changed', async () => {
    await using database = await cloneDatabase()
    await connected(database.url, (client) =>
      client.query("update schema_migrations set checksum = 'x' where name like '0001%'"),
    )
    await expect(migrate(database.url)).rejects.toThrow(/0001_people.sql was changed/)
  })

  test('refuses a migration that loses a row, unless it declares so', async () => {
    await using database = await cloneDatabase()
    await connected(database.url, async (client) => {
      await client.query("insert into job_locks values ('a', 'h', 1, now(), now())")
      const before = await countRows(client)
      await client.query('delete from job_locks')
      const after = await countRows(client)
      const migration = { name: '0099_x.sql', sql: 'delete from job_locks' }
      expect(() => assertNothingLost(migration, before, after)).toThrow(/job_locks: 1 rows before, 0 after/)
      const honest = { ...migration, sql: `-- may shrink: job_locks\n${migration.sql}` }
      expect(() => assertNothingLost(honest, before, after)).not.toThrow()
    })
  })

  test('counts again only what a migration wrote, and finds what it deleted and dropped', async () => {
    await using database = await cloneDatabase()
    await connected(database.url, async (client) => {
      await client.query("insert into job_locks values ('a', 'h', 1, now(), now()), ('b', 'h', 1, now(), now())")
      await client.query("insert into git_nodes values ('http://a', now())")
      await client.query('begin isolation level repeatable read')
      const before = await countRows(client)
      // Another process deletes a row meanwhile.
      await connected(database.url, (rival) => rival.query("delete from job_locks where name = 'a'"))
      await client.query('create table fresh (id int)')
      expect(await recountRows(client, before)).toEqual(new Map([...before, ['fresh', 0]]))
      await client.query("delete from job_locks where name = 'b'")
      await client.query('drop table git_nodes')
      const after = await recountRows(client, before)
      expect(() => assertNothingLost({ name: 'x', sql: '' }, before, after)).toThrow(
        'git_nodes: 1 rows before, no table after; job_locks: 2 rows before, 1 after',
      )
      await client.query('rollback')
    })
  })

  test('tries again while another transaction holds a lock that it needs, and lets requests pass meanwhile', async () => {
    await using database = await cloneDatabase()
    await connected(database.url, async (client) => {
      await client.query('drop index identities_by_user')
      await client.query('alter table sessions drop column provider')
      await client.query("insert into identities values ('messenger', 7, 7, now()), ('messenger', 8, 8, now())")
      await client.query('drop table sign_in_keys, passwords, passkeys, sign_in_methods, recovery_codes')
      await client.query('drop table one_time_secrets, sign_in_attempts, invitations')
      await client.query("delete from schema_migrations where name = '0025_sign_in_methods.sql'")
    })
    await connected(database.url, async (reader) => {
      await reader.query('begin; select from sessions')
      const migrated = migrate(database.url)
      await connected(database.url, async (request) => {
        await expect.poll(() => countWaiting(request)).toBe(1)
        // Behind the waiting migrate. If that did not give up, this would wait for the commit below for ever.
        await request.query('select from sessions')
      })
      await reader.query('commit')
      expect(await migrated).toMatchObject({ applied: ['0025_sign_in_methods.sql'] })
      const methods = await reader.query('select user_id, method, subject from sign_in_methods order by 1')
      expect(methods.rows).toEqual(['7', '8'].map((id) => ({ user_id: id, method: 'messenger', subject: id })))
    })
  })

  test('start-up refuses a database whose locale cannot index Hebrew', async () => {
    const admin = inject('adminUrl')
    const name = `ascii_${process.pid}`
    await connected(admin, (client) =>
      client.query(`create database ${name} template template0 locale_provider libc lc_collate 'C' lc_ctype 'C'`),
    )
    try {
      await connected(withDatabase(admin, name), async (client) => {
        await client.query('create extension pg_trgm')
        await expect(assertHebrewIsSearchable(client)).rejects.toThrow(/cannot index Hebrew/)
      })
    } finally {
      await connected(admin, (client) => client.query(`drop database ${name} with (force)`))
    }
  })
})
