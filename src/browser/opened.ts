/**
 * The addresses of files, boards and repository files that were opened in this browser, newest first, for Ctrl K. The server does not know
 * them: it records the opening of a file once an hour and that of boards and repositories not at all, and a write for every page that is
 * read would cost more than the list is worth. Only addresses are kept, and the server names those that the user still has.
 */
const KEY = 'opened'
/** `OPENED_PATHS` of the search. Longer addresses would not fit into one request. */
const KEPT = 12
const MAX_CHARS = 400

export function readOpened(): string[] {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

export function recordOpened(): void {
  const path = location.pathname
  if (!/^\/(file|boards|repos)\/./.test(path) || path.length > MAX_CHARS) return
  const others = readOpened().filter((each) => each !== path)
  try {
    localStorage.setItem(KEY, JSON.stringify([path, ...others].slice(0, KEPT)))
  } catch {
    // Without storage Ctrl K lists pages and commands only.
  }
}

/** Runs on every page without a signed-in user. Every sign-in passes such a page, so that the next person does not see the list. */
export function forgetOpened(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Without storage there was nothing to remove.
  }
}
