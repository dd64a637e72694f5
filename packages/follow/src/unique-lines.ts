import { findSingleLines } from './diff/compare.ts'
import type { NumberedText } from './diff/numbering.ts'
import { isDistinctive } from './likeness.ts'

/** Lines of a text, counted from 1, that identify their place: distinctive, and not repeated in it nor in the next text. */
export class UniqueLines {
  readonly #from: NumberedText
  readonly #to: NumberedText
  #single: Uint8Array | null = null

  constructor(from: NumberedText, to: NumberedText) {
    this.#from = from
    this.#to = to
  }

  has(line: number): boolean {
    this.#single ??= findSingleLines(this.#from.ids, this.#to.ids)
    return this.#single[line - 1] === 1 && isDistinctive([this.#from.texts[line - 1] ?? ''])
  }

  /** The only line of the next text that is equal to a unique line, also where the difference does not keep it. */
  equalTo(line: number): number | null {
    const id = this.#from.ids[line - 1]
    const index = id === undefined || !this.has(line) ? -1 : this.#to.ids.indexOf(id)
    return index < 0 ? null : index + 1
  }
}
