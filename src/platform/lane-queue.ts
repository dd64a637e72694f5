const MAX_QUEUED = 256
const MAX_QUEUED_PER_LANE = 32

/** Waiting entries by lane. A lane with a running entry is skipped, and a served lane goes to the back. */
export class LaneQueue<Entry> {
  readonly #lanes = new Map<string, Entry[]>()
  readonly #running = new Set<string>()
  #length = 0

  /** False when too many are waiting. */
  add(lane: string, entry: Entry): boolean {
    const entries = this.#lanes.get(lane) ?? []
    if (this.#length >= MAX_QUEUED || entries.length >= MAX_QUEUED_PER_LANE) return false
    entries.push(entry)
    this.#lanes.set(lane, entries)
    this.#length += 1
    return true
  }

  next(): { lane: string; entry: Entry } | null {
    for (const [lane, entries] of this.#lanes) {
      const [entry] = entries
      if (!entry || this.#running.has(lane)) continue
      this.#lanes.delete(lane)
      if (entries.length > 1) this.#lanes.set(lane, entries.slice(1))
      this.#running.add(lane)
      this.#length -= 1
      return { lane, entry }
    }
    return null
  }

  release(lane: string): void {
    this.#running.delete(lane)
  }

  remove(lane: string, entry: Entry): void {
    const entries = this.#lanes.get(lane) ?? []
    const left = entries.filter((each) => each !== entry)
    if (left.length > 0) this.#lanes.set(lane, left)
    else this.#lanes.delete(lane)
    this.#length -= entries.length - left.length
  }
}
