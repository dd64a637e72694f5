import type { Meaning } from '#base/search-query/suggest.ts'

/** What notes do not have, or this page does not list. The search of everything knows all of it. */
export const UNUSED_FOR_NOTES: readonly Meaning[] = [
  'key_in',
  'key_lang',
  'key_tag',
  'key_path',
  'key_sym',
  'is_favourite',
  'is_trash',
]
