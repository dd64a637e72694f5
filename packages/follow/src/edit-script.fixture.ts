/** A line with an identity that survives edits: the ground truth for followed anchors. */
export type TrackedLine = { id: number; text: string }
export type Random = (below: number) => number

/** A seeded generator, so that a failing case can be reproduced. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Edit = (
  lines: TrackedLine[],
  random: Random,
  fresh: (text: string) => TrackedLine,
  pool: readonly string[],
) => TrackedLine[]

const insert: Edit = (lines, random, fresh, pool) => {
  const at = random(lines.length + 1)
  // One insert in twenty copies existing lines. When one of two equal blocks is deleted later, the follower cannot know which
  // one: these twins cause the remaining errors.
  const source = random(20) === 0 ? lines.map(({ text }) => text) : pool
  const from = random(Math.max(1, source.length - 8))
  return lines.toSpliced(at, 0, ...source.slice(from, from + 1 + random(8)).map(fresh))
}

const remove: Edit = (lines, random) => lines.toSpliced(random(lines.length), 1 + random(5))

const modify: Edit = (lines, random) => {
  const at = random(lines.length)
  return lines.map((line, i) =>
    i >= at && i < at + 1 + random(3) ? { ...line, text: reword(line.text, random) } : line,
  )
}

const move: Edit = (lines, random) => {
  const count = 3 + random(10)
  const from = random(Math.max(1, lines.length - count))
  const block = lines.slice(from, from + count)
  const rest = lines.toSpliced(from, count)
  return rest.toSpliced(random(rest.length + 1), 0, ...block)
}

const rename: Edit = (lines, random) => {
  const words = lines[random(lines.length)]?.text.match(/[A-Za-z]{4,}/g) ?? []
  const word = words[random(words.length)]
  return word ? lines.map((line) => ({ ...line, text: line.text.replaceAll(word, `${word}Renamed`) })) : lines
}

const reformat: Edit = (lines, random) => {
  const from = random(lines.length)
  const to = from + 5 + random(30)
  const deeper = random(2) === 0
  return lines.map((line, i) =>
    i < from || i > to ? line : { ...line, text: deeper ? `  ${line.text}` : line.text.replace(/^ {1,2}/, '') },
  )
}

function reword(text: string, random: Random): string {
  const words = text.match(/\p{L}{3,}/gu) ?? []
  const word = words[random(words.length)]
  return word ? text.replace(word, `${word.slice(0, 2)}${'abcdefg'[random(7)] ?? 'x'}${word.length}`) : `${text} //`
}

const EDITS: readonly Edit[] = [insert, insert, insert, remove, remove, modify, modify, modify, move, rename, reformat]

/** All versions of a text, each made from the one before by one to three edits. */
export function history(text: string, versions: number, pool: readonly string[], random: Random): TrackedLine[][] {
  let next = 0
  const fresh = (line: string): TrackedLine => ({ id: (next += 1), text: line })
  const all = [text.split('\n').map(fresh)]
  while (all.length < versions) {
    let lines = all.at(-1) ?? []
    for (let edits = 1 + random(3); edits > 0 && lines.length > 20; edits--) {
      const edit = EDITS[random(EDITS.length)] ?? insert
      lines = edit(lines, random, fresh, pool)
    }
    all.push(lines)
  }
  return all
}
