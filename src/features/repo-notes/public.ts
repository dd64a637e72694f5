export { readWatchedText, type WatchedText } from './service/watched-text.ts'
export { locateAnchors, locateNotes, locationsOf, repoTexts } from './service/locate.ts'
export { createRepoNote, listRepoNotes } from './service/repo-notes.ts'
