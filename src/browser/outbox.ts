/** Work that the server does not have yet, kept by the browser until it does. */
export type Outbox<T> = {
  /** What pages that are closed by now have left; from here on it is this page's. Those that are open keep their own. */
  left: () => Promise<Left<T>[]>
  /** Runs when a page that is open now, and holds some, is closed: then there is something left. */
  whenLeft: (run: () => void) => void
  /** It is taken care of. */
  done: (left: Left<T>) => void
  put: (key: string, value: T) => void
  drop: (key: string) => void
}

export type Left<T> = { row: string; value: T }

type Row<T> = { key: string; place: string; tab: string; value: T }

const DATABASE = 'outbox'
const STORE = 'rows'
const tab = crypto.randomUUID()

/** `place` names what the rows belong to: rows of other places are left alone. */
export function openOutbox<T>(place: string): Outbox<T> {
  holdTab()
  const waiting = new Map<string, Row<T> | null>()
  let isWriting = false
  const write = async () => {
    if (isWriting) return
    isWriting = true
    // What changes while a write is on its way is written next, and only in its newest form.
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
  const keyOf = (key: string) => `${place}/${key}/${tab}`
  return {
    left: () => takeOver(place),
    whenLeft: (run) => void awaitOwners(run, (row) => row.place === place),
    done: ({ row }) => set(row, null),
    put: (key, value) => set(keyOf(key), { key: keyOf(key), place, tab, value }),
    drop: (key) => set(keyOf(key), null),
  }
}

/** The places of which closed pages have left something. */
export async function leftPlaces(): Promise<string[]> {
  const living = await livingTabs()
  if (!living) return []
  const left = (await allRows()).filter(({ tab: owner }) => !living.has(lockOf(owner)))
  return [...new Set(left.map(({ place }) => place))]
}

/** Runs when a page that is open now, and holds some, is closed. */
export function whenPlacesLeft(run: () => void): void {
  void awaitOwners(run, () => true)
}

/** A tab that was closed a moment ago may still hold its lock: whoever is next waits for it instead of looking once. */
async function awaitOwners(run: () => void, isAbout: (row: Row<unknown>) => boolean): Promise<void> {
  const owners = new Set((await allRows()).filter(isAbout).map(({ tab: owner }) => owner))
  owners.delete(tab)
  // Not only of those that live: one may have gone since it was looked at. `run` comes after the lock is given back: held by us,
  // it would make the closed page look alive.
  for (const owner of owners)
    void navigator.locks
      .request(lockOf(owner), () => undefined)
      .then(run, () => {
        // This page goes first, and with it its question.
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

/** How many notes have changes that the server does not have yet, of all pages of this browser. */
export async function waitingRows(): Promise<number> {
  let count = 0
  await inStore('readonly', (store) => {
    const counting = store.count()
    counting.addEventListener('success', () => {
      count = counting.result
    })
  })
  return count
}

/** Held for as long as the page lives, so that others can tell. */
function holdTab(): void {
  navigator.locks
    .request(lockOf(tab), () => new Promise(() => undefined))
    .catch(() => {
      // The page is going, and with it the lock.
    })
}

function lockOf(id: string): string {
  return `outbox/${id}`
}

/** Null when the browser does not tell: then nothing is taken from anybody. */
async function livingTabs(): Promise<ReadonlySet<string | undefined> | null> {
  try {
    const { held = [] } = await navigator.locks.query()
    return new Set(held.map(({ name }) => name))
  } catch {
    return null
  }
}

/** Read and marked as ours in one step, so that two new pages do not both take them. */
async function takeOver<T>(place: string): Promise<Left<T>[]> {
  const living = await livingTabs()
  if (!living) return []
  const taken: Left<T>[] = []
  await inStore('readwrite', (store) => {
    const reading = store.getAll() as IDBRequest<Row<T>[]>
    reading.addEventListener('success', () => {
      for (const row of reading.result) {
        if (row.place !== place || living.has(lockOf(row.tab))) continue
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
    request.addEventListener('error', () => reject(new Error('The browser lets nothing be stored')))
  })
  return opening
}

/** Does nothing where the browser lets nothing be stored: then only the page itself holds the text. */
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
    // The page still has it and says that it is not saved.
  }
}
