import { busiestMinute, livesThrough } from '#features/reminders/polling.fixture.ts'

/**
 * 10,000 people with one open page each, for one simulated day, by the client's own rules: how often do they ask? No server is
 * asked; what it would answer is computed by its own rule. `--clients 1000` for a quick look.
 */
const DAY = 86_400_000
const START = Date.UTC(2026, 10, 15)

/** The same people in every run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

type Kind = { name: string; share: number; reminders: (random: () => number) => number[]; ackAfter: number }

const at = (hour: number) => START + hour * 3_600_000
const anywhere = (count: number) => (random: () => number) =>
  Array.from({ length: count }, () => START + random() * DAY).toSorted((a, b) => a - b)

const KINDS: readonly Kind[] = [
  { name: 'no reminder', share: 0.5, reminders: () => [], ackAfter: 0 },
  { name: 'one at 09:00 sharp, closed after 10 min', share: 0.2, reminders: () => [at(9)], ackAfter: 600 },
  { name: 'one at 21:00 sharp, never closed', share: 0.1, reminders: () => [at(21)], ackAfter: Infinity },
  { name: 'five in the day, closed after 2 min', share: 0.15, reminders: anywhere(5), ackAfter: 120 },
  { name: 'fifty in the day, never closed', share: 0.05, reminders: anywhere(50), ackAfter: Infinity },
]

function count(seconds: Uint32Array, moment: number): void {
  const second = Math.floor((moment - START) / 1000)
  seconds[second] = (seconds[second] ?? 0) + 1
}

function main(): void {
  const flag = process.argv.indexOf('--clients')
  const clients = flag < 0 ? 10_000 : Number(process.argv[flag + 1])
  const random = randomFrom(7)
  const seconds = new Uint32Array(DAY / 1000)
  let total = 0
  for (const { name, share, reminders, ackAfter } of KINDS) {
    const people = Math.round(clients * share)
    let asked = 0
    let busiest = 0
    for (let person = 0; person < people; person += 1) {
      const start = START + random() * 60_000
      const life = livesThrough({ reminders: reminders(random), ackAfter, spread: random(), start, end: START + DAY })
      for (const moment of life) count(seconds, moment)
      asked += life.length
      busiest = Math.max(busiest, busiestMinute(life))
    }
    total += asked
    console.log(`${name}: ${people} clients, ${(asked / people).toFixed(1)} requests each, at most ${busiest} a minute`)
  }
  const peak = seconds.reduce((most, count) => Math.max(most, count), 0)
  console.log(
    `\n${clients} clients, one day: ${total} requests, ${(total / 86_400).toFixed(1)} a second, at most ${peak} in any second`,
  )
  console.log(`${(total / clients).toFixed(1)} each on average; the limit is 300 reads a minute, 432,000 a day`)
}

main()
