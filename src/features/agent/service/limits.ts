import { MAX_STDIN_BYTES, MIN_TIMEOUT_SECONDS, RUN_LIMITS } from '#features/code-run/public.ts'
import { MAX_DESCRIPTION_CHARS, MAX_QUERY_CHARS, MAX_TAG_CHARS, MAX_TAGS } from '#features/files/public.ts'
import * as notes from '#features/notes/public.ts'
import { MAX_SEARCH_CHARS } from '#features/repos/public.ts'

/** What the features behind the tools accept: tools state it, so that a model knows before it is refused. */
export const LIMITS = {
  query: MAX_QUERY_CHARS,
  description: MAX_DESCRIPTION_CHARS,
  tags: MAX_TAGS,
  tag: MAX_TAG_CHARS,
  title: notes.NOTE_TITLE_CHARS,
  note: notes.NOTE_CONTENT_CHARS,
  noteQuery: notes.NOTE_SEARCH_MAX_NEEDLE,
  noteHits: { max: notes.NOTE_SEARCH_MAX_LIMIT, standard: notes.NOTE_SEARCH_DEFAULT_LIMIT },
  repoQuery: MAX_SEARCH_CHARS,
  colors: notes.COLOR_IDS,
  stdin: MAX_STDIN_BYTES,
  timeout: {
    min: MIN_TIMEOUT_SECONDS,
    max: RUN_LIMITS.maxTimeoutSeconds,
    standard: RUN_LIMITS.defaultTimeoutSeconds,
  },
  memory: { min: RUN_LIMITS.minMemoryMb, max: RUN_LIMITS.maxMemoryMb, standard: RUN_LIMITS.defaultMemoryMb },
}
