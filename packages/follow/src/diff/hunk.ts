/** Lines `aFrom` to `aTo` of the first text became lines `bFrom` to `bTo` of the second: from 0, ends excluded. */
export type Hunk = {
  aFrom: number
  aTo: number
  bFrom: number
  bTo: number
  /** The texts were too different to compare within the work bound: equal lines may be inside. */
  coarse: boolean
}
