import { createPathAllocator, type Located } from '#features/files/path.ts'

/** The paths of a file in the zip. Trashed files have their own directory, so that they take no path of a live file. */
export type ExportPaths = { sidecar: string; textOf: (version: number) => string }

type Exported = Located & { version: number; deletedAt: Date | null }

/** Assigns each file its paths. Paths that differ only in case would be one file on case-insensitive disks. */
export function createExportPaths() {
  const keyOf = (path: string) => path.normalize('NFC').toLowerCase()
  const [live, trashed] = [createPathAllocator({ keyOf }), createPathAllocator({ keyOf })]
  return ({ folder, fileName, version: latest, deletedAt }: Exported): ExportPaths => {
    const root = deletedAt ? 'trash/' : ''
    const path = (deletedAt ? trashed : live)({ folder, fileName })
    return {
      sidecar: `${root}meta/${path}.json`,
      textOf: (version) => (version === latest ? `${root}files/${path}` : `${root}versions/${path}/v${version}`),
    }
  }
}
