// Writing: in the transaction that stores a text, or names a thing.
export { findFileLinks, findNoteLinks, noLinksWhenUnreadable } from './service/find-links.ts'
export { bindNames, rebindLinks, recordLinks } from './service/record.ts'

// Reading.
export { type FoundTarget, renamedLinks } from './link.ts'
export { mayHaveLinks } from './found-links.ts'
export {
  type Backlinks,
  findLinked,
  findLinkTarget,
  listBacklinks,
  listKnownLinks,
  listNames,
  listRenamedLinks,
} from './service/read.ts'
