import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Text, Trace } from 'codeshelf-follow'
import type { FileId, NoteId } from '#base/ids.ts'
import { detectLanguage } from '#base/language/language.ts'
import { history, type Random, seeded } from '../../../../../packages/follow/src/edit-script.fixture.ts'
import type { AnchorLocation } from '#features/following/location.ts'
import type { Place } from '#features/following/place.ts'
import { quoteOf } from '#features/following/anchored-note.ts'
import { quoteText, type Spot, spotOf } from '../../browser/margin/spot.ts'
import { shown } from '../../browser/saving/entry.ts'
import type { Edit } from '../../browser/saving/fields.ts'
import { FIELDS } from '../../browser/saving/saving.fixture.ts'
import type { Note } from '../../note.ts'
import { toItem } from '../../schema/notes.ts'
import { DefinitionReader } from '#features/following/service/sources/definition-reader.ts'
import { followChecked } from '#features/following/service/places/follow-task.ts'
import { Notebook } from './notebook.ts'
import type { Noted } from './noted.ts'
import type { Transport } from './transport.ts'
import { listedOf, storedOf } from './wire.ts'

/** `ANCHORS=full` makes 1,000 versions. */
const ROUNDS = process.env['ANCHORS'] === 'full' ? 50 : 4
const VERSIONS = 21
const NOTES = 12
const FILE = 'f' as FileId

/** The notes of one file as the services keep them: quoted when they are attached, and located in the newest version when they are listed. */
class Server {
  readonly versions: (Text & { at: null })[] = []
  readonly notes = new Map<string, Note>()
  readonly #reader: DefinitionReader

  constructor(path: string) {
    this.#reader = new DefinitionReader((_, text) => detectLanguage(path, text), {
      texts: 1_000,
      cpuMs: 60_000,
      elapsedMs: 60_000,
    })
  }

  attach(id: string, lineStart: number, lineEnd: number): void {
    const { version, content } = this.versions.at(-1) ?? { version: 0, content: '' }
    const updatedAt = new Date((this.notes.get(id)?.updatedAt.getTime() ?? 0) + 1)
    const quote = quoteOf(content, version, lineStart, lineEnd)
    const target = { kind: 'file' as const, fileId: FILE }
    this.notes.set(id, {
      ...FIELDS,
      id: id as NoteId,
      target,
      lineStart,
      lineEnd,
      quote,
      createdAt: new Date(0),
      updatedAt,
    })
  }

  async locate(): Promise<ReadonlyMap<string, AnchorLocation>> {
    const notes = [...this.notes.values()]
    const anchors = notes.map(({ quote, lineStart, lineEnd }) => {
      if (!quote || lineStart === null) throw new Error('no lines')
      return { lines: { start: lineStart, end: lineEnd ?? lineStart }, version: quote.version, quote: quote.text }
    })
    const following = { traces: new WeakMap<Place, Trace>(), reader: this.#reader }
    const locations = await followChecked(anchors, this.versions, following)
    return new Map(notes.flatMap(({ id }, i) => (locations[i] ? [[id, locations[i]]] : [])))
  }

  readonly transport: Transport = {
    list: async () => {
      const locations = await this.locate()
      return [...this.notes.values()].map((note) => listedOf(toItem(note, locations.get(note.id))))
    },
    update: async (updates) =>
      updates.map(({ id, edit }) => {
        if (edit.lineStart != null) this.attach(id, edit.lineStart, edit.lineEnd ?? edit.lineStart)
        const note = this.notes.get(id)
        if (!note) throw new Error('no note')
        return { outcome: 'stored', id, stored: storedOf(toItem(note)) }
      }),
    create: () => Promise.reject(new Error('not used')),
    tick: () => Promise.reject(new Error('not used')),
    remove: () => Promise.reject(new Error('not used')),
    restore: () => Promise.reject(new Error('not used')),
  }
}

function openPage(server: Server): Notebook {
  const nothing = () => {}
  const saveQueue = {
    claimAbandoned: () => Promise.resolve([]),
    onAbandoned: nothing,
    remove: nothing,
    put: nothing,
    drop: nothing,
  }
  return new Notebook({
    transport: server.transport,
    saveQueue,
    now: () => 0,
    after: () => nothing,
    newKey: () => 'new',
  })
}

/** What the margin shows. */
function shownSpot({ entry, location }: Noted): Spot {
  return spotOf(shown(entry.value), location.value, { kind: 'code' })
}

/** What the server says, as the margin would show it. */
async function saidSpots(server: Server, notes: readonly Noted[]): Promise<Spot[]> {
  const locations = await server.locate()
  return notes.map(({ entry }) => {
    const location = locations.get(entry.value.id ?? '')
    if (!location) throw new Error('no note')
    return 'lines' in location ? { kind: 'lines', ...location.lines } : { kind: 'lost' }
  })
}

function putNotes(server: Server, lines: number, random: Random): void {
  for (let n = 0; n < NOTES; n++) {
    const start = 1 + random(lines)
    server.attach(`n${n}`, start, Math.min(lines, start + random(5)))
  }
}

/** Keeps a note where it is shown, as *Keep here* and *The note still fits* do, or attaches it to other lines. */
function reattach(book: Notebook, server: Server, noted: Noted, random: Random): void {
  const lines = (server.versions.at(-1)?.content ?? '').split('\n')
  const spot = shownSpot(noted)
  const start = spot.kind === 'lines' && random(2) === 0 ? spot.start : 1 + random(lines.length - 1)
  const end = spot.kind === 'lines' && start === spot.start ? spot.end : start
  const edit: Edit = {
    lineStart: start,
    lineEnd: end,
    anchorId: null,
    anchorText: quoteText(lines.slice(start - 1, end)),
  }
  book.change(noted.key, edit)
}

const FOLDER = 'packages/follow/fixtures'

async function replay(file: string, pool: readonly string[], random: Random): Promise<number> {
  const server = new Server(file.replace(/\.txt$/, ''))
  const text = readFileSync(`${FOLDER}/${file}`, 'utf8')
  const book = openPage(server)
  let compared = 0
  for (const [i, lines] of history(text, VERSIONS, pool, random).entries()) {
    server.versions.push({ version: i + 1, at: null, content: lines.map((line) => `${line.text}\n`).join('') })
    if (i === 0) putNotes(server, lines.length, random)
    // The page of a new version lists the notes; an open page lists them again when it gets the focus.
    await (i === 0 ? book.load() : book.refresh())
    expect(book.notes.value.map(shownSpot)).toEqual(await saidSpots(server, book.notes.value))
    const chosen = book.notes.value.filter(() => random(6) === 0)
    for (const noted of chosen) reattach(book, server, noted, random)
    const before = chosen.map(shownSpot)
    book.flush(false)
    await new Promise(setImmediate)
    expect(await saidSpots(server, chosen)).toEqual(before)
    compared += book.notes.value.length + chosen.length
  }
  return compared
}

test(
  `the margin shows the place that the server says after each of ${ROUNDS * (VERSIONS - 1)} random versions`,
  { timeout: 300_000 },
  async ({ annotate }) => {
    const files = readdirSync(FOLDER)
    const pool = files.flatMap((file) => readFileSync(`${FOLDER}/${file}`, 'utf8').split('\n'))
    let compared = 0
    for (let round = 0; round < ROUNDS; round++)
      compared += await replay(files[round % files.length] ?? '', pool, seeded(round + 1))
    await annotate(`${compared} places compared`)
    expect(compared).toBeGreaterThan(ROUNDS * VERSIONS * NOTES - 1)
  },
)
