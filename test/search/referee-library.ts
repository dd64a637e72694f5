import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { client, replyOf } from '../client.ts'
import type { RepoStage } from '../repos.ts'

const FOLDER = new URL('../fixtures/referee/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8')
/** Those of the projects that are repositories; the others are files of the library. */
const MIRRORED = ['hiredis', 'preact']
/** Copies of other projects were saved so long ago, and never changed since. */
const COPIED_DAYS = 270

type SavedFile = { path: string; days: number; isFavourite: boolean; tags: string[]; text: string }
type SavedNote = { on: string; days: number; title: string; text: string }

/** `@kind field | field` and the text below it. */
type Entry = { kind: string; fields: string[]; text: string }

function* entriesOf(name: string): Generator<Entry> {
  for (const part of read(name)
    .split(/^@(?=(?:file|note|board) )/m)
    .slice(1)) {
    const end = part.indexOf('\n')
    const [kind = '', head = ''] = part.slice(0, end).split(/ (.*)/)
    yield { kind, fields: head.split('|').map((field) => field.trim()), text: part.slice(end + 1) }
  }
}

function readFiles(): SavedFile[] {
  const own = [...entriesOf('library.txt')].map(({ fields: [path = '', days, ...more], text }) => ({
    path,
    days: Number(days),
    isFavourite: more.includes('favourite'),
    tags: more.flatMap((field) => (field.startsWith('tags:') ? field.slice('tags:'.length).split(',') : [])),
    text,
  }))
  const copied = Object.entries(readProjects()).flatMap(([project, texts]) =>
    MIRRORED.includes(project)
      ? []
      : Object.entries(texts).map(([path, text]) => {
          return { path: `${project}/${path}`, days: COPIED_DAYS, isFavourite: false, tags: [], text }
        }),
  )
  return [...own, ...copied].toSorted((a, b) => b.days - a.days)
}

function readProjects(): Record<string, Record<string, string>> {
  return z.record(z.string(), z.record(z.string(), z.string())).parse(JSON.parse(read('repositories.json')))
}

/** Fills a library as if it had grown over a year, and returns the client of its user. */
export async function refereeLibrary(stage: RepoStage) {
  const { app } = stage
  const now = app.clock.now.getTime()
  const goBack = (days: number) => (app.clock.now = new Date(now - days * 86_400_000))
  goBack(300)
  const person = await app.user('Dana')
  const { secret } = await person.createToken('referee', { expires_in_days: null, writes_per_day: null })
  // A session would end after 90 days.
  const dana = client(app.app, { authorization: `Bearer ${secret}` }, '127.0.3.1')
  const ids = new Map<string, string>()
  await onEachDay(readFiles(), goBack, async ({ path, tags, text }) => {
    const [, folder, name = path] = /^(?:(.*)\/)?([^/]+)$/.exec(path) ?? []
    ids.set(path, await dana.saveFile(name, text, { tags, ...(folder !== undefined && { folder }) }))
  })
  const notes = [...entriesOf('notes.txt')]
  for (const { kind, fields } of notes)
    if (kind === 'board') ids.set(`board:${fields[0]}`, (await dana.createBoard(fields[0] ?? '')).id)
  await onEachDay(notes.flatMap(toNote), goBack, async (note) => {
    const [on, content] = [ids.get(note.on) ?? '', { title: note.title, content: note.text.trim() }]
    await (note.on.startsWith('board:') ? dana.createBoardNote(on, content) : dana.createNote(on, content))
  })
  goBack(0)
  const favourites = readFiles().flatMap(({ path, isFavourite }) => (isFavourite ? [ids.get(path) ?? ''] : []))
  replyOf(await dana.post('/api/files/bulk-favorite', { file_ids: favourites }))
  await mirrorProjects(stage, dana)
  // Autovacuum would do it within a minute. Without statistics PostgreSQL reads every text once for each file.
  await app.pool.query('analyze')
  return dana
}

/** Runs for the oldest day first; what was done on the same day is done at the same time, a few at once. */
async function onEachDay<Item extends { days: number }>(
  items: readonly Item[],
  goBack: (days: number) => void,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const days = [...new Set(items.map((item) => item.days))].toSorted((a, b) => b - a)
  for (const day of days) {
    goBack(day)
    await inParallel(
      items.filter((item) => item.days === day),
      run,
    )
  }
}

const AT_ONCE = 4

/** The results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += AT_ONCE)
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(run))))
  return results
}

function toNote({ kind, fields: [on = '', days, title = ''], text }: Entry): SavedNote[] {
  return kind === 'note' ? [{ on, days: Number(days), title, text }] : []
}

async function mirrorProjects({ server, sync }: RepoStage, dana: ReturnType<typeof client>): Promise<void> {
  const projects = readProjects()
  for (const name of MIRRORED) {
    server.create(`open/${name}`).commit({ put: projects[name] ?? {} })
    replyOf(await dana.post('/api/repos', { url: server.url(`open/${name}`) }))
  }
  await sync()
}
