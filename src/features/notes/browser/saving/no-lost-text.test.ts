import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answered, type Answer } from './answer.ts'
import { decided, mergedText, refreshed, revived } from './decide.ts'
import { edited, type Entry, type Flight, listed, removed, shown } from './entry.ts'
import { markSent, nextFlight } from './flight.ts'
import { asKept, fromKept } from './kept.ts'
import { ModelServer, textsOf } from './saving.fixture.ts'

type Letter = { flight: Flight; prevUpdatedAt: string; answer: Answer | null }

/** One page: its entry, and the requests it sent that have no answer yet. */
class Client {
  entry: Entry
  readonly sent: Letter[] = []
  typed: string[] = []
  private now = 0

  private readonly server: ModelServer
  private readonly name: string

  constructor(server: ModelServer, name: string) {
    this.server = server
    this.name = name
    this.entry = listed('n', server.note)
  }

  /** Adds a unique word at the start or the end of the displayed text. */
  type(atStart: boolean): void {
    const word = `<${this.name}${this.typed.length}>`
    this.typed.push(word)
    const { content } = shown(this.entry)
    this.entry = edited(this.entry, { content: atStart ? `${word}\n${content}` : `${content}\n${word}` }, this.now)
  }

  move(x: number): void {
    this.entry = edited(this.entry, { position: { x, y: 0 } }, this.now)
  }

  tick(): void {
    this.now += 70_000
    const flight = nextFlight(this.entry, this.now)
    if (!flight) return
    this.sent.push({ flight, prevUpdatedAt: this.entry.base.updatedAt, answer: null })
    this.entry = markSent(this.entry, flight)
  }

  /** Delivers a request, possibly twice, and possibly long after its sender timed out. */
  deliver(which: number): void {
    const letter = this.sent[which % Math.max(1, this.sent.length)]
    if (!letter) return
    const answer = this.server.answer(letter.flight, letter.prevUpdatedAt)
    letter.answer ??= answer
  }

  /** Answers the request in flight, or breaks the connection before or after the server handled it. */
  hear(broken: boolean): void {
    if (!this.entry.flight) return
    const { answer } = this.sent.at(-1) ?? { answer: null }
    if (broken) this.entry = answered(this.entry, { outcome: 'later' }, this.now)
    else if (answer) this.entry = answered(this.entry, answer, this.now)
  }

  refresh(): void {
    this.entry = refreshed(this.entry, this.server.note, this.now)
  }

  reload(): void {
    const kept = asKept(this.entry)
    this.now += 1_000
    this.entry = kept ? fromKept(kept, this.server.note, this.now) : listed('n', this.server.note)
  }

  decide(how: 'mine' | 'merge'): void {
    const { trouble, base } = this.entry
    if (trouble?.kind === 'refused') this.entry = revived(this.entry, this.now)
    if (trouble?.kind !== 'conflict') return
    const content = mergedText(base.fields.content, shown(this.entry).content, trouble.theirs.fields.content)
    this.entry = decided(this.entry, how === 'mine' ? { take: 'mine' } : { take: 'text', content }, this.now)
  }

  remove(wantsGone: boolean): void {
    this.entry = removed(this.entry, wantsGone, this.now)
  }
}

const step = fc.record({
  who: fc.nat(1),
  what: fc.constantFrom(
    ...(['type', 'type', 'type', 'move', 'tick', 'tick', 'deliver', 'deliver', 'hear', 'hear'] as const),
    ...(['break', 'refresh', 'reload', 'mine', 'merge', 'delete', 'undelete'] as const),
  ),
  n: fc.nat(5),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

function take(client: Client, { what, n }: Step): void {
  switch (what) {
    case 'type':
      return client.type(n % 2 === 0)
    case 'move':
      return client.move(n)
    case 'tick':
      return client.tick()
    case 'deliver':
      return client.deliver(n)
    case 'hear':
      return client.hear(false)
    case 'break':
      return client.hear(true)
    case 'refresh':
      return client.refresh()
    case 'reload':
      return client.reload()
    case 'mine':
    case 'merge':
      return client.decide(what)
    case 'delete':
    case 'undelete':
      return client.remove(what === 'delete')
  }
}

/** With a working connection, sends and answers everything that can be sent. */
function settle(client: Client): void {
  for (let round = 0; round < 12; round++) {
    if (client.entry.flight) {
      client.deliver(client.sent.length - 1)
      client.hear(false)
    }
    client.tick()
  }
}

function run(steps: readonly Step[]): void {
  const server = new ModelServer('milk')
  const clients = [new Client(server, 'a'), new Client(server, 'b')]
  const lost = () => {
    const kept = [...server.texts, ...clients.flatMap(({ entry }) => textsOf(entry))].join(' ')
    return clients.flatMap(({ typed }) => typed).filter((word) => !kept.includes(word))
  }
  for (const each of steps) {
    const client = clients[each.who]
    if (client) take(client, each)
    expect(lost()).toEqual([])
  }
  for (const client of [...clients, ...clients]) settle(client)
  expect(lost()).toEqual([])
  // Every unsaved edit waits for the user, and no request stays in flight.
  for (const { entry } of clients) {
    expect(entry.flight).toBeNull()
    if (entry.trouble === null && !entry.isGone) expect(shown(entry)).toEqual(entry.base.fields)
  }
}

test('no word is lost between two pages when answers are late, duplicated or lost', () => {
  fc.assert(fc.property(fc.array(step, { maxLength: 60 }), run), { numRuns: 3_000 })
})
