/** Where a file lies in the zip. What is in the trash lies in a tree of its own, so that it takes no live file's name. */
export type Place = { sidecar: string; textOf: (version: number) => string }

type Named = { fileName: string; version: number; deletedAt: Date | null }

/** Hands out places, each name once. Two names that differ only in case would be one file on many people's disks. */
export function exportPlaces(free: (name: string, isTaken: (name: string) => boolean) => string) {
  const used = new Set<string>()
  return ({ fileName, version: latest, deletedAt }: Named): Place => {
    const root = deletedAt ? 'trash/' : ''
    const key = (name: string) => root + name.normalize('NFC').toLowerCase()
    const name = free(fileName, (candidate) => used.has(key(candidate)))
    used.add(key(name))
    return {
      sidecar: `${root}meta/${name}.json`,
      textOf: (version) => (version === latest ? `${root}files/${name}` : `${root}versions/${name}/v${version}`),
    }
  }
}
