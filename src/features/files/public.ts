export { type File, MAX_CONTENT_BYTES, MAX_DESCRIPTION_CHARS, MAX_TAG_CHARS, MAX_TAGS, VIEW_BYTES } from './file.ts'
export { isFileName } from './name.ts'
export { invalidCursor, nameTaken, noFilesSelected, staleVersion } from './problems.ts'
export { setFavorites, setPinned, trashFiles } from './service/bulk.ts'
export { findChosen } from './service/bulk-ids.ts'
export { listSavesPerDay, listCounts, listPinned, listRecentFiles, countFiles } from './service/counts.ts'
export { appendToFile, type Replacement, replaceInFile } from './service/edit.ts'
export { parseFileId } from './service/file-id.ts'
export { importFile, type ImportFile } from './service/import-file.ts'
export { type FileImport, type ImportResult, startImport } from './service/import-save.ts'
export { assertFileName, suggestName } from './service/names.ts'
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
  listFiles,
  markOpened,
} from './service/read.ts'
export { type Draft, saveByName } from './service/save-by-name.ts'
export { checkExpiryIndex, type ExpiryIndex, restoreFile } from './service/trash.ts'
export { undoFileWrites } from './service/undo.ts'
export { restoreVersion, updateFile } from './service/update.ts'
export { readTexts, type FileWithHistory, walkLibrary } from './service/walk.ts'
export { decodeText } from './text-bytes.ts'
