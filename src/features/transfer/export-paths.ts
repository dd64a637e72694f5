import { uniqueName } from '#features/files/name.ts'

/** The paths of a file in the zip. Trashed files have their own directory, so that they take no name of a live file. */
export type ExportPaths = { sidecar: string; textOf: (version: number) => string }

type Named = { fileName: string; version: number; deletedAt: Date | null }

/** Assigns paths with unique names. Names that differ only in case would be one file on case-insensitive disks. */
export function createPathAllocator() {
  const used = new Set<string>()
  return ({ fileName, version: latest, deletedAt }: Named): ExportPaths => {
    const root = deletedAt ? 'trash/' : ''
    const key = (name: string) => root + name.normalize('NFC').toLowerCase()
    const name = uniqueName(fileName, (candidate) => used.has(key(candidate)))
    used.add(key(name))
    return {
      sidecar: `${root}meta/${name}.json`,
      textOf: (version) => (version === latest ? `${root}files/${name}` : `${root}versions/${name}/v${version}`),
    }
  }
}
