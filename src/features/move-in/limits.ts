/** One upload, compressed. */
export const MAX_UPLOAD_BYTES = 200 * 1024 * 1024
/** Files of one upload; an archive is one. */
export const MAX_UPLOAD_PARTS = 2_000
/** Entries of an archive, folders and skipped files included. */
export const MAX_ENTRIES = 50_000
/** Bytes of an archive after unpacking. */
export const MAX_UNPACKED_BYTES = 512 * 1024 * 1024
/** A JSON file that holds many snippets: while it is parsed, a hostile one needs twenty times its size in memory. */
export const MAX_COLLECTION_BYTES = 16 * 1024 * 1024
/** Pasted text. */
export const MAX_PASTE_BYTES = 1024 * 1024
/** Files that one move creates or updates. */
export const MAX_ITEMS = 5_000
/** Git repositories in one archive: each needs two processes. */
export const MAX_REPOSITORIES = 500
/** Gists of one account: GitHub lists no more. */
export const MAX_GISTS = 3_000
/** Moves that can be undone; older ones are forgotten. */
export const MAX_MOVES_KEPT = 20
