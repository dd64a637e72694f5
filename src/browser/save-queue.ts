/** A queue of unsaved work in IndexedDB, kept until the server has it. */
export type SaveQueue<T> = {
  /** Takes over the rows of closed pages. Rows of open pages stay theirs. */
  claimAbandoned: () => Promise<AbandonedRow<T>[]>
  /** Runs when another open page with rows is closed, because its rows can then be taken over. */
  onAbandoned: (run: () => void) => void
  /** Deletes a row that was handled. */
  remove: (left: AbandonedRow<T>) => void
  put: (key: string, value: T) => void
  drop: (key: string) => void
}

export type AbandonedRow<T> = { row: string; value: T }

/** `place` is the scope: the field keeps its name, because rows written by an older version may still be queued. */
type Row<T> = { key: string; place: string; tab: string; value: T }

const scopeOf = (row: Row<unknown>) => row.place

const DATABASE = 'outbox'
const STORE = 'rows'
const tab = crypto.randomUUID()

/** `scope` names the owner of the rows; rows of other scopes are not touched. */
export function openSaveQueue<T>(scope: string): SaveQueue<T> {
  holdTab()
  const waiting = new Map<string, Row<T> | null>()
  let isWriting = false
  const write = async () => {
    if (isWriting) return
    isWriting = true
    // Changes during a write are written next, and only in their newest form.
    while (waiting.size > 0) {
      const changes = [...waiting]
      waiting.clear()
      await inStore('readwrite', (store) => {
        for (const [key, row] of changes) {
          if (row) store.put(row)
          else store.delete(key)
        }
      })
    }
    isWriting = false
  }
  const set = (key: string, row: Row<T> | null) => {
    waiting.set(key, row)
    void write()
  }
  const keyOf = (key: string) => `${scope}/${key}/${tab}`
  return {
    claimAbandoned: () => claimRows(scope),
    onAbandoned: (run) => void awaitOwners(run, (row) => scopeOf(row) === scope),
    remove: ({ row }) => set(row, null),
    put: (key, value) => set(keyOf(key), { key: keyOf(key), place: scope, tab, value }),
    drop: (key) => set(keyOf(key), null),
  }
}

/** The scopes with rows of closed pages. */
export async function listAbandonedScopes(): Promise<string[]> {
  const living = await livingTabs()
  if (!living) return []
  const left = (await allRows()).filter(({ tab: owner }) => !living.has(lockOf(owner)))
  return [...new Set(left.map(scopeOf))]
}

/** Runs when another open page with rows is closed. */
export function onScopeAbandoned(run: () => void): void {
  void awaitOwners(run, () => true)
}

/** A tab that was closed a moment ago may still hold its lock, so wait for the lock instead of checking once. */
async function awaitOwners(run: () => void, isAbout: (row: Row<unknown>) => boolean): Promise<void> {
  const owners = new Set((await allRows()).filter(isAbout).map(({ tab: owner }) => owner))
  owners.delete(tab)
  // Not only of living tabs: one may have closed since the check. `run` comes after the lock is released: while we hold it, the
  // closed page would look alive.
  for (const owner of owners)
    void navigator.locks
      .request(lockOf(owner), () => undefined)
      .then(run, () => {
        // This page was closed first, which aborts the request.
      })
}

async function allRows(): Promise<Row<unknown>[]> {
  let rows: Row<unknown>[] = []
  await inStore('readonly', (store) => {
    const reading = store.getAll() as IDBRequest<Row<unknown>[]>
    reading.addEventListener('success', () => {
      rows = reading.result
    })
  })
  return rows
}

/** The number of notes with unsaved changes, over all pages of this browser. */
export async function countQueuedRows(): Promise<number> {
  let count = 0
  await inStore('readonly', (store) => {
    const counting = store.count()
    counting.addEventListener('success', () => {
      count = counting.result
    })
  })
  return count
}

/** Held as long as the page lives, so that other pages can detect it. */
function holdTab(): void {
  navigator.locks
    .request(lockOf(tab), () => new Promise(() => undefined))
    .catch(() => {
      // The page is closing, which releases the lock.
    })
}

function lockOf(id: string): string {
  return `outbox/${id}`
}

/** Null when the browser cannot list locks: then no rows are taken over. */
async function livingTabs(): Promise<ReadonlySet<string | undefined> | null> {
  try {
    const { held = [] } = await navigator.locks.query()
    return new Set(held.map(({ name }) => name))
  } catch {
    return null
  }
}

/** Reads the rows and marks them as ours in one transaction, so that two new pages do not both take them. */
async function claimRows<T>(scope: string): Promise<AbandonedRow<T>[]> {
  const living = await livingTabs()
  if (!living) return []
  const taken: AbandonedRow<T>[] = []
  await inStore('readwrite', (store) => {
    const reading = store.getAll() as IDBRequest<Row<T>[]>
    reading.addEventListener('success', () => {
      for (const row of reading.result) {
        if (scopeOf(row) !== scope || living.has(lockOf(row.tab))) continue
        taken.push({ row: row.key, value: row.value })
        store.put({ ...row, tab })
      }
    })
  })
  return taken
}

let opening: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'key' }))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(new Error('IndexedDB is not available')))
  })
  return opening
}

/** Does nothing where storage is not available: then only the page itself holds the text. */
async function inStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => void): Promise<void> {
  try {
    const database = await open()
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode)
      for (const end of ['error', 'abort']) transaction.addEventListener(end, () => reject(new Error('not stored')))
      transaction.addEventListener('complete', () => resolve())
      work(transaction.objectStore(STORE))
    })
  } catch {
    // The page still has the text and displays that it is not saved.
  }
}
