import { junkRoot } from '#base/junk-paths.ts'

export type Sized = { path: string; size: number }

export type Plan<T extends Sized> = {
  batches: T[][]
  tooLarge: T[]
  /** Skipped junk, by folder. */
  skipped: { path: string; files: number }[]
}

const FILES_A_BATCH = 20
const BYTES_A_BATCH = 4 * 1024 * 1024

/** Small consecutive requests give meaningful progress, and a lost connection costs only one of them. */
export function planBatches<T extends Sized>(files: readonly T[], maxFileBytes: number): Plan<T> {
  const skipped = new Map<string, number>()
  const kept = files.filter(({ path }) => {
    const root = junkRoot(path)
    if (root !== null) skipped.set(root, (skipped.get(root) ?? 0) + 1)
    return root === null
  })
  const isAlone = (file: T) => travelsAlone(file, maxFileBytes)
  const tooLarge = kept.filter((file) => file.size > maxFileBytes && !isAlone(file))
  return {
    batches: intoBatches(
      kept.filter((file) => file.size <= maxFileBytes || isAlone(file)),
      isAlone,
    ),
    tooLarge,
    skipped: [...skipped].map(([path, count]) => ({ path, files: count })),
  }
}

function intoBatches<T extends Sized>(files: readonly T[], isAlone: (file: T) => boolean): T[][] {
  const batches: T[][] = []
  let bytes = 0
  for (const file of files) {
    const last = batches.at(-1)
    const before = last?.at(-1)
    const fits = last && last.length < FILES_A_BATCH && bytes + file.size <= BYTES_A_BATCH
    if (fits && before && !isAlone(before) && !isAlone(file)) {
      last.push(file)
      bytes += file.size
    } else {
      batches.push([file])
      bytes = file.size
    }
  }
  return batches
}

/** The server limits these itself: a zip holds many files, and a large JSON may hold many gists. */
function travelsAlone({ path, size }: Sized, maxFileBytes: number): boolean {
  return /\.zip$/i.test(path) || (/\.json$/i.test(path) && size > maxFileBytes)
}
