import { serveTasks } from '#platform/threads.ts'
import {
  countChangesTask,
  foldContentTask,
  matchingLinesTask,
  packTextTask,
} from '#features/files/service/text-tasks.ts'
import { escapeNotesTask } from '#features/boards/service/plain-notes.ts'
import { parseFormTask } from '#platform/http/body-parsers.ts'
import { prepareFormTask, readTypedTask } from '#features/editor/service/text-tasks.ts'
import { followBlobsTask, followVersionsTask } from '#features/notes/service/follow-task.ts'
import { noteExcerptsTask } from '#features/notes/service/search.ts'
import { escapeTask, renderMarkdownTask, sanitizePageTask } from '#features/rendered/service/tasks.ts'
import { findSecretsTask } from '#features/shares/service/scan.ts'
import { drawCodeTask, drawDiffTask } from '#features/viewer/service/draw-task.ts'

/** Imported only here and lazily, so that the bundle keeps it as a separate file, from which a thread can start. */
export const here = new URL(import.meta.url)

const drawing = [drawCodeTask, drawDiffTask, renderMarkdownTask, sanitizePageTask, escapeTask, escapeNotesTask]
const forms = [parseFormTask, prepareFormTask, readTypedTask]
const saving = [packTextTask, foldContentTask, countChangesTask, matchingLinesTask]
serveTasks([...drawing, ...forms, ...saving, findSecretsTask, followVersionsTask, followBlobsTask, noteExcerptsTask])
