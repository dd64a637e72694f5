export { type File, MAX_CONTENT_BYTES, MAX_DESCRIPTION_CHARS, MAX_TAG_CHARS, MAX_TAGS, VIEW_BYTES } from './file.ts'
export { isFileName } from './name.ts'
export { foldersAbove, pathOf, splitPath } from './path.ts'
export {
  binaryNotSupported,
  contentTooLarge,
  descriptionTooLong,
  invalidCursor,
  invalidTags,
  nameNotUtf8,
  nameTaken,
  noFilesSelected,
  staleVersion,
} from './problems.ts'
export { setFavorites, setPinned, trashFiles } from './service/bulk.ts'
export { listChangedAround } from './service/changed-around.ts'
export { findChosen } from './service/bulk-ids.ts'
export {
  listSavesPerDay,
  listCounts,
  listPinned,
  listRecentFiles,
  listTouchedFiles,
  countFiles,
} from './service/counts.ts'
export { appendToFile, type Replacement, replaceInFile } from './service/edit.ts'
export { parseFileId } from './service/file-id.ts'
export { importFile, type ImportFile } from './service/import-file.ts'
export { type FileImport, type ImportResult, planSourced, startImport } from './service/import-save.ts'
export { assertFileName, parsePath, suggestName } from './service/names.ts'
export { type ExistingFile, findExistingFiles } from './service/namesakes.ts'
export {
  findLiveFiles,
  getContent,
  getContentsSince,
  getFile,
  getFileWithText,
  getPackedContent,
  getVersion,
  getVersions,
  markOpened,
} from './service/read.ts'
export { listFiles } from './service/list.ts'
export { listFolderContents } from './service/folders.ts'
export { filterCounts } from './service/list-page.ts'
export { parseListQuery } from './query.ts'
export { findFilesFor, type FoundFiles, readQuery, type ReadQuery } from './service/find-files.ts'
export { storeMissingFileLinks } from './service/missing-links.ts'
export { listFilesThatHave } from './service/noted.ts'
export { haveOpenTasks } from './service/text-tasks.ts'
export { createPushed, lockLiveFiles, trashPushed, updatePushed } from './service/push.ts'
export { searchFuzzyNames } from './service/find-fuzzy.ts'
export { searchFileNames, searchSymbols, type SymbolHit } from './service/find-names.ts'
export { createFile, type Draft, saveByName } from './service/save-by-name.ts'
export { checkExpiryIndex, type ExpiryIndex, restoreFile } from './service/trash.ts'
export { undoFileWrites } from './service/undo.ts'
export { restoreVersion, updateFile } from './service/update.ts'
export { readPackedTexts, readTexts, type FileWithHistory, walkLibrary } from './service/walk.ts'
export {
  findVersionText,
  isUnchecked,
  listUnchecked,
  lockUnchecked,
  putChecked,
  type UncheckedFile,
  watchFile,
} from './service/watched.ts'
export { readTags } from './tags.ts'
export { decodeText } from './text-bytes.ts'
