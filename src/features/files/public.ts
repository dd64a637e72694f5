export {
  type File,
  MAX_CONTENT_BYTES,
  MAX_DESCRIPTION_CHARS,
  MAX_QUERY_CHARS,
  TRASH_DAYS,
  MAX_TAG_CHARS,
  MAX_TAGS,
  VIEW_BYTES,
} from './file.ts'
export { freeName, isFileName } from './name.ts'
export { fileNotFound, invalidCursor, invalidFileName, nameTaken, staleVersion } from './problems.ts'
export { findAllLive, setFavorites, setPinned, trashFiles } from './service/bulk.ts'
export { bulkIds } from './service/bulk-ids.ts'
export { activitySince, countsOf, listPinned, recentFiles, totalOf } from './service/counts.ts'
export { suggestName } from './service/names.ts'
export { appendToFile, type Replacement, replaceInFile } from './service/edit.ts'
export { type Listed, listFiles } from './service/read.ts'
export { undoFileWrites } from './service/undo.ts'
export { findLive, getContent, getContentsSince, getFile, getVersion, getVersions, markOpened } from './service/read.ts'
export { type Draft, restoreVersion, saveByName, updateFile } from './service/save.ts'
export { checkExpiryIndex, type ExpiryIndex, restoreFile } from './service/trash.ts'
export { restoreExact } from './service/restore-exact.ts'
export {
  addZip,
  isZipName,
  MAX_UPLOAD_BYTES,
  MAX_UPLOAD_FILES,
  takeIn,
  type TakenIn,
  takeInUpload,
  withZip,
} from './service/take-in.ts'
export { type Present, presentFiles } from './service/namesakes.ts'
export {
  addFile,
  keepByKey,
  keepOver,
  refuse,
  saysThis,
  startUpload,
  type Upload,
  type Uploaded,
} from './service/upload.ts'
export { readTexts, type Walked, walkLibrary } from './service/walk.ts'
export { decodeText } from './text-bytes.ts'
