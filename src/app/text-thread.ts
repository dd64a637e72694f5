import { checkTextsTask, readPatternsTask } from '#platform/patterns/tasks.ts'
import { readNamesTask } from '#platform/symbols/read-names.ts'
import { parseSymbolsTask } from '#platform/symbols/symbols.ts'
import { matchLinesTask, readTermsTask } from '#platform/code-index/line-task.ts'
import { isWorn } from '#platform/symbols/wasm.ts'
import { serveTasks } from '#platform/threads.ts'
import {
  countChangesTask,
  foldContentTask,
  matchingLinesTask,
  openTasksTask,
  packTextTask,
  patternLinesTask,
} from '#features/files/service/text-tasks.ts'
import { findLinksTask } from '#features/links/service/find-links.ts'
import { escapeNotesTask } from '#features/boards/service/plain-notes.ts'
import { parseFormTask, parseJsonTask } from '#platform/http/body-parsers.ts'
import { prepareFormTask, readTypedTask } from '#features/editor/service/text-tasks.ts'
import { parseBodiesTask } from '#features/inbox/service/bodies.ts'
import { readTasksTask } from '#features/inbox/service/waiting.ts'
import { findExcerptsTask } from '#features/search/service/sources/note-excerpts.ts'
import { buildBlobsTask, buildCommitsTask } from '#features/git-remote/service/build-tasks.ts'
import { parseSourceTask, parseMassCodeTask } from '#features/move-in/service/tasks.ts'
import {
  followBlobsTask,
  followCommitsTask,
  followVersionsTask,
} from '#features/following/service/places/follow-task.ts'
import { findMovedTask } from '#features/following/service/places/move-offers.ts'
import { readLinesTask } from '#features/following/service/watch/changes-in-commit.ts'
import { findSymbolsTask } from '#features/following/service/watch/find-symbols.ts'
import { changeRowsTask } from '#features/reminders/service/change-task.ts'
import { escapeTask, renderMarkdownTask, sanitizePageTask } from '#features/rendered/service/tasks.ts'
import { exportReaders } from '#features/transfer/schema/readers.ts'
import { partTasks } from '#features/transfer/service/part-tasks.ts'
import { findHeadingsTask } from '#features/shares/service/copy-notes.ts'
import { findSecretsTask } from '#features/shares/service/scan.ts'
import { findSecretsInNotesTask } from '#features/shares/service/scan-notes.ts'
import { drawCodeTask, drawColoursTask, drawDiffTask } from '#features/viewer/service/draw-task.ts'

/** Imported only here and lazily, so that the bundle keeps it as a separate file, from which a thread can start. */
export const here = new URL(import.meta.url)

const drawing = [
  drawCodeTask,
  drawColoursTask,
  drawDiffTask,
  renderMarkdownTask,
  sanitizePageTask,
  escapeTask,
  escapeNotesTask,
]
const forms = [parseFormTask, parseJsonTask, prepareFormTask, readTypedTask]
const saving = [
  packTextTask,
  foldContentTask,
  countChangesTask,
  matchingLinesTask,
  openTasksTask,
  readNamesTask,
  findLinksTask,
]
const git = [buildBlobsTask, buildCommitsTask]
const moving = [parseSourceTask, parseMassCodeTask, ...Object.values(partTasks(exportReaders))]
const following = [followVersionsTask, followBlobsTask, followCommitsTask, findMovedTask]
const notes = [...following, readLinesTask, findSymbolsTask, changeRowsTask, parseBodiesTask, readTasksTask]
const searching = [readPatternsTask, checkTextsTask, matchLinesTask, readTermsTask, patternLinesTask, findExcerptsTask]
const sharing = [findSecretsTask, findSecretsInNotesTask, findHeadingsTask]
serveTasks(
  [...drawing, ...forms, ...saving, ...git, ...moving, ...notes, ...searching, ...sharing, parseSymbolsTask],
  isWorn,
)
