import { expect, test } from 'vitest'
import { freePort } from '#platform/free-port.ts'
import { testApp } from '../app.ts'
import { repoStage, type RepoStage, type TestUser } from '../repos.ts'
import { full, start, until } from './processes.ts'
import { isAnyBlockedBy, openStore } from './store.ts'

/** 10,000 watches on one repository, half of them of functions; a user has 1,000 notes at most, and 20 on one of its files. */
const PEOPLE = full ? 10 : 3
const FILES = full ? 50 : 4
const NOTES_PER_FILE = 20
/** The sync changes half of the watched blocks of every tenth file, and shifts the other half. */
const CHANGED_FILES = Math.ceil(FILES / 10)
const CHANGED = PEOPLE * CHANGED_FILES * (NOTES_PER_FILE / 2)
/** 10 are promised. The gate finds what is broken, not what is slow. */
const WITHIN_SECONDS = full ? 10 : 30

const NAME = 'noa/watched'
const BLOCK_LINES = 4

test(
  `${PEOPLE * FILES * NOTES_PER_FILE} watches of lines and of functions, ${CHANGED} of them changed by one sync: each fires once when the worker is killed in the middle`,
  { timeout: 180_000 },
  async ({ annotate }) => {
    await using stage = await repoStage()
    const origin = stage.server.create(NAME)
    origin.commit({ put: Object.fromEntries(Array.from({ length: FILES }, (_, f) => [pathOf(f), textOf(f, false)])) })
    const people = await addPeople(stage)
    for (const person of people) await addWatches(stage, person)
    origin.commit({
      put: Object.fromEntries(Array.from({ length: CHANGED_FILES }, (_, f) => [pathOf(f), textOf(f, true)])),
    })

    await using store = await openStore(stage.app.config.database.url)
    const fired = async () =>
      (await store.client.query<{ n: number }>('select count(*)::int as n from note_changes')).rows[0]?.n ?? 0
    const begin = async () => {
      const environment = { MIRRORS_DIR: stage.dir, REPO_TEST_HOSTS: 'true' }
      return start('worker', { databaseUrl: stage.app.config.database.url, port: await freePort(), environment })
    }

    // Nothing is due while the workers start. The second one is frozen, so that the first one claims the sync.
    await store.client.query("update mirrors set next_sync_at = now() + interval '1 hour'")
    await using killed = await begin()
    await using next = await begin()
    process.kill(next.pid, 'SIGSTOP')
    // Holds the head of the last person, so that the worker is killed after it has moved some of the others. A statement waits for
    // a lock for five seconds: no process may be started meanwhile, or on a slow machine the sync ends without this person.
    await using rival = await openStore(stage.app.config.database.url)
    await rival.client.query('begin')
    await rival.client.query('select from repos where user_id = $1 for share', [people.at(-1)?.id])
    await store.client.query('update mirrors set next_sync_at = now()')
    await until('the worker waits for the head', 60, () => isAnyBlockedBy(store, rival))
    await killed.end('SIGKILL')
    process.kill(next.pid, 'SIGCONT')
    const kill = performance.now()
    await rival.client.query('commit')
    const before = await fired()
    await until('every changed watch has fired', 60, async () => (await fired()) >= CHANGED)
    const untilFired = performance.now() - kill
    await until('the sync has ended', 60, async () => (await headsOf(stage)) === 1)
    await annotate(
      `killed with ${before} fired; another worker had fired all ${CHANGED} ${Math.round(untilFired)} ms after that`,
    )
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(CHANGED)
    expect(untilFired).toBeLessThan(WITHIN_SECONDS * 1000)
    expect(await countOf(stage)).toEqual({
      changes: CHANGED,
      fired: CHANGED,
      on: people.length * FILES * NOTES_PER_FILE - CHANGED,
      reminders: CHANGED,
      once: CHANGED,
    })
  },
)

test(
  `a watch on a file fires within ${WITHIN_SECONDS} seconds of the save when the leader was killed just before`,
  { timeout: 120_000 },
  async ({ annotate }) => {
    await using app = await testApp()
    const dana = await app.user('Dana')
    const databaseUrl = app.config.database.url
    const id = await dana.saveFile('invoices.py', blockOf(0, 0, false))
    const note = await dana.createNote(id, { line_start: 1, line_end: 3 })
    expect((await dana.post(`/api/sticky-notes/note/${note.id}/watch`)).status).toBe(200)
    await using leader = await start('worker', { databaseUrl, port: await freePort() })
    await using _other = await start('worker', { databaseUrl, port: await freePort() })
    await leader.end('SIGKILL')
    await dana.put(`/api/files/${id}`, { content: blockOf(0, 0, true), prev_version: 1 })
    const saved = performance.now()
    const count = async () => (await app.pool.query('select from note_changes')).rowCount
    await until('the watch has fired', 60, async () => (await count()) === 1)
    const untilFired = performance.now() - saved
    await annotate(`fired ${Math.round(untilFired)} ms after the save`)
    expect(untilFired).toBeLessThan(WITHIN_SECONDS * 1000)
  },
)

const pathOf = (file: number) => `src/f${String(file).padStart(3, '0')}.py`

/** Blocks of three distinctive lines and an empty one. In the new version every second block returns something else, below a new first line. */
function textOf(file: number, isNew: boolean): string {
  const lines = Array.from({ length: NOTES_PER_FILE }, (_, block) => blockOf(file, block, isNew && block % 2 === 0))
  return `${isNew ? '"""New."""\n' : ''}${lines.join('')}`
}

const nameOf = (file: number, block: number) => `total_${file}_${block}`

function blockOf(file: number, block: number, isNew: boolean): string {
  const last = isNew ? `round(amount_${file}_${block}, 2)` : `amount_${file}_${block}`
  return `def ${nameOf(file, block)}(invoices):\n    amount_${file}_${block} = sum(each.amount for each in invoices)\n    return ${last}\n\n`
}

async function addPeople(stage: RepoStage): Promise<TestUser[]> {
  const people: TestUser[] = []
  for (let i = 0; i < PEOPLE; i++) {
    const person = await stage.app.user(`Person ${i}`)
    await stage.mirror(person, NAME)
    people.push(person)
  }
  return people
}

/** As the API would make them, which takes minutes for so many. */
async function addWatches({ app: { pool } }: RepoStage, person: TestUser): Promise<void> {
  const notes = Array.from({ length: FILES * NOTES_PER_FILE }, (_, i) => {
    const [file, block] = [Math.floor(i / NOTES_PER_FILE), i % NOTES_PER_FILE]
    const quote = blockOf(file, block, false).split('\n').slice(0, 3).join('\n')
    // Half of those that change, and half of those that shift.
    const symbol = block % 4 < 2 ? null : { kind: 'function', name: nameOf(file, block), container: null }
    return {
      path: pathOf(file),
      start: block * BLOCK_LINES + 1,
      quote: `${quote}\n`,
      symbol: symbol && JSON.stringify(symbol),
    }
  })
  await pool.query(
    `insert into notes (user_id, id, kind, repo_name, repo_path, title, content, search_title, search_body, pos_x, pos_y, width, height, color,
       is_minimized, mode, line_start, line_end, quote, quote_before, quote_after, quote_version, quote_commit, created_at, updated_at,
       watch_at, watch_text, watch_symbol)
     select $1, gen_random_uuid(), 'repo', $2, n.path, '', 'watching', '', 'watching', 100, 100, 250, 200, 'yellow', false, 'anchored', n.start,
       n.start + 2, n.quote, '', '', 1, (select head from repos where user_id = $1), now(), now(), date_trunc('milliseconds', now()), n.quote,
       n.symbol::jsonb
     from unnest($3::text[], $4::int[], $5::text[], $6::text[]) as n (path, start, quote, symbol)`,
    [
      person.id,
      NAME,
      notes.map(({ path }) => path),
      notes.map(({ start: line }) => line),
      notes.map(({ quote }) => quote),
      notes.map(({ symbol }) => symbol),
    ],
  )
}

async function headsOf({ app: { pool } }: RepoStage): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select count(distinct head)::int as n from repos')
  return rows[0]?.n ?? 0
}

async function countOf({ app: { pool } }: RepoStage) {
  const { rows } = await pool.query<Record<string, number>>(
    `select (select count(*)::int from note_changes) as changes,
       (select count(*)::int from notes where watch_fired_at is not null) as fired,
       (select count(*)::int from notes where watch_at is not null and watch_fired_at is null) as on,
       (select count(*)::int from reminders where status = 'pending') as reminders,
       (select count(*)::int from reminders r join notes n on n.user_id = r.user_id and n.id = r.note_id
         where r.remind_at = n.watch_fired_at) as once`,
  )
  return rows[0]
}
