import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, it, test } from 'vitest'
import {
  CONTROL_TABLES,
  DIRECTORY_TABLES,
  OTHER_MOMENTS,
  SHARDING,
  USER_TABLES,
  WORKER_INDEXES,
} from '../db/sharding.ts'
import { readCatalog } from './architecture/catalog.ts'
import { type SchemaRules, checkSchema } from './architecture/schema.ts'
import { cloneDatabase } from './database.ts'

const RULES: SchemaRules = {
  user: USER_TABLES,
  directory: DIRECTORY_TABLES,
  control: CONTROL_TABLES,
  workerIndexes: WORKER_INDEXES,
  otherMoments: OTHER_MOMENTS,
}

/** What is said of the real schema after these statements. */
async function complaintsAfter(ddl: string, rules: SchemaRules = RULES): Promise<string[]> {
  await using database = await cloneDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query(ddl)
    return checkSchema(await readCatalog(client), rules)
  } finally {
    await client.end()
  }
}

/** As if a `stickers` table of user data had been added to the lists. */
const withStickers: SchemaRules = { ...RULES, user: { ...USER_TABLES, stickers: 'a test' } }
const STICKERS =
  'create table stickers (user_id bigint not null, id uuid not null, at timestamptz(3), primary key (user_id, id));'

test('the migrated schema can be distributed by user', async () => {
  expect(await complaintsAfter('')).toEqual([])
})

/** Other complaints are the business of the test above. */
const aboutSeeds = (complaints: string[]) => complaints.filter((complaint) => /^(stickers|users)\b/.test(complaint))

test('a table, key, index and foreign key as they should be are accepted', async () => {
  const good = `${STICKERS}
    alter table stickers add foreign key (user_id) references users (user_id) on delete cascade;
    alter table stickers add unique (user_id, at);
    alter table stickers add search text generated always as (lower(id::text)) stored;
    create index on stickers (user_id, lower(search)) where at is not null;
    create index on stickers using gin (user_id, search gin_trgm_ops);`
  expect(aboutSeeds(await complaintsAfter(good, withStickers))).toEqual([])
})

describe('seeded mistakes are caught', () => {
  it.each([
    ['create table stickers (id int primary key)', RULES, 'stickers stands in no list of db/sharding.ts: exactly one'],
    [
      STICKERS,
      { ...withStickers, control: { ...CONTROL_TABLES, stickers: 'twice' } },
      'stickers stands in user and control of db/sharding.ts: exactly one',
    ],
    ['', withStickers, 'db/sharding.ts names stickers, which does not exist'],
    [
      '',
      { ...RULES, workerIndexes: { stickers_due: 'gone' } },
      'db/sharding.ts names stickers_due, which does not exist',
    ],
    [
      '',
      { ...RULES, otherMoments: { 'users.gone_at': 'gone' } },
      'db/sharding.ts names users.gone_at, which does not exist',
    ],
    ['create table stickers (user_id bigint not null)', withStickers, 'stickers has no primary key'],
    [
      'create table stickers (user_id int not null, id uuid, primary key (user_id, id))',
      withStickers,
      'stickers has no user_id bigint',
    ],
    [
      'create table stickers (user_id bigint not null, id uuid, primary key (id, user_id))',
      withStickers,
      'stickers: the primary key stickers_pkey does not start with user_id',
    ],
    [
      `${STICKERS} alter table stickers add unique (id)`,
      withStickers,
      'stickers: the unique key stickers_id_key does not start with user_id',
    ],
    [
      `${STICKERS} create index stickers_at on stickers (at)`,
      withStickers,
      'stickers: the index stickers_at does not start with user_id and is not named in WORKER_INDEXES',
    ],
    [
      `${STICKERS} create index stickers_text on stickers (lower(id::text), user_id)`,
      withStickers,
      'stickers: the index stickers_text does not start with user_id and is not named in WORKER_INDEXES',
    ],
    [
      `${STICKERS} create unique index stickers_once on stickers (id)`,
      withStickers,
      'stickers: the index stickers_once does not start with user_id and is not named in WORKER_INDEXES',
    ],
    [
      'create unique index identities_once on identities (user_id)',
      RULES,
      'identities: identities_once is unique without provider_uid, the column this directory is distributed by',
    ],
    [
      `${STICKERS} alter table stickers add parent uuid, add foreign key (parent, user_id) references stickers (id, user_id)`,
      withStickers,
      'stickers: the foreign key stickers_parent_user_id_fkey does not start with user_id on both sides',
    ],
    [
      `${STICKERS} alter table stickers add hash bytea references login_hashes (hash)`,
      withStickers,
      'stickers: the foreign key stickers_hash_fkey leads from user data to directory data: they live on different nodes',
    ],
    [
      'alter table identities add foreign key (user_id) references users (user_id)',
      RULES,
      'identities: the foreign key identities_user_id_fkey leads from directory data to user data: they live on different nodes',
    ],
    [
      `create function f() returns trigger language plpgsql as 'begin return new; end';
       create trigger stamp before insert on users for each row execute function f()`,
      RULES,
      'users has the trigger stamp: no triggers',
    ],
    [
      'alter table users add at timestamptz(3) default now()',
      RULES,
      'users.at gets its value from now(): the application supplies it',
    ],
    [
      'alter table users add at timestamptz(3) default current_timestamp',
      RULES,
      'users.at gets its value from current_timestamp: the application supplies it',
    ],
    ['alter table users add n bigserial', RULES, 'users.n gets its value from nextval(): the application supplies it'],
    [
      'alter table users add n bigint generated always as identity',
      RULES,
      'users.n gets its value from an identity: the application supplies it',
    ],
    [
      'alter table users add id uuid default gen_random_uuid()',
      RULES,
      'users.id gets its value from gen_random_uuid(): the application supplies it',
    ],
    ['alter table users add at timestamptz', RULES, 'users.at is timestamp with time zone: moments are timestamptz(3)'],
    [
      'alter table users add at timestamp(3)',
      RULES,
      'users.at is timestamp(3) without time zone: moments are timestamptz(3)',
    ],
  ])('%s', async (ddl, rules, complaint) => {
    expect(await complaintsAfter(ddl, rules)).toContain(complaint)
  })

  test('the exceptions are honoured', async () => {
    const ddl = `${STICKERS} create index stickers_at on stickers (at); alter table users add at timestamptz`
    const rules = {
      ...withStickers,
      workerIndexes: { ...WORKER_INDEXES, stickers_at: 'what is due?' },
      otherMoments: { 'users.at': 'a test' },
    }
    expect(aboutSeeds(await complaintsAfter(ddl, rules))).toEqual([])
  })
})

test('db/distribute.sql distributes exactly the listed tables, each by its key', async () => {
  const text = await readFile(join(import.meta.dirname, '../db/distribute.sql'), 'utf8')
  const plan = Array.from(text.matchAll(/\('(\w+)', '(\w+)'\)/g), ([, table, key]) => `${table} by ${key}`)
  const listed = [
    ...Array.from(SHARDING.userTables, (table) => `${table} by user_id`),
    ...Object.entries(DIRECTORY_TABLES).map(([table, { key }]) => `${table} by ${key}`),
  ]
  expect(plan.sort()).toEqual(listed.sort())
})
