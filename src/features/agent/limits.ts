import { MAX_STDIN_BYTES, MIN_TIMEOUT_SECONDS, RUN_LIMITS } from '#features/code-run/limits.ts'
import { MAX_DESCRIPTION_CHARS, MAX_QUERY_CHARS, MAX_TAG_CHARS, MAX_TAGS } from '#features/files/file.ts'
import { COLOR_IDS } from '#features/notes/color-ids.ts'
import { NOTE_CONTENT_CHARS, NOTE_TITLE_CHARS } from '#features/notes/note.ts'
import {
  NOTE_SEARCH_DEFAULT_LIMIT,
  NOTE_SEARCH_MAX_LIMIT,
  NOTE_SEARCH_MAX_NEEDLE,
} from '#features/notes/note-search.ts'
import { MAX_SEARCH_CHARS } from '#features/repos/repo.ts'

/**
 * The limits of the features behind the tools; stated in the tool schemas so that a model knows them before a call is
 * refused.
 */
export const LIMITS = {
  query: MAX_QUERY_CHARS,
  description: MAX_DESCRIPTION_CHARS,
  tags: MAX_TAGS,
  tag: MAX_TAG_CHARS,
  title: NOTE_TITLE_CHARS,
  note: NOTE_CONTENT_CHARS,
  noteQuery: NOTE_SEARCH_MAX_NEEDLE,
  noteHits: { max: NOTE_SEARCH_MAX_LIMIT, standard: NOTE_SEARCH_DEFAULT_LIMIT },
  repoQuery: MAX_SEARCH_CHARS,
  colors: COLOR_IDS,
  stdin: MAX_STDIN_BYTES,
  timeout: {
    min: MIN_TIMEOUT_SECONDS,
    max: RUN_LIMITS.maxTimeoutSeconds,
    standard: RUN_LIMITS.defaultTimeoutSeconds,
  },
  memory: { min: RUN_LIMITS.minMemoryMb, max: RUN_LIMITS.maxMemoryMb, standard: RUN_LIMITS.defaultMemoryMb },
}
