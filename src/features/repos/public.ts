export { invalidRepoPath, repoFileNotFound, repoNotFound } from './problems.ts'
export type { Repo } from './repo.ts'
export { normalizeRepoPath } from './repo-path.ts'
export { currentText, findRepo, hasFile, isReadable, mirroredNames, textsSince } from './service/for-notes.ts'
