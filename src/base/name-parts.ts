const EXTENSION = /(?:\.[a-z][a-z0-9_+-]{0,11}){1,2}$/i

export type NameParts = {
  /** With its last slash; '' for a name outside every folder. */
  folder: string
  stem: string
  extension: string
}

/** Splits a file name or path so that a narrow row shortens the folder first, then the stem, and keeps the extension. */
export function nameParts(path: string): NameParts {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const name = path.slice(folder.length)
  const extension = EXTENSION.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - extension.length)
  return stem === '' ? { folder, stem: name, extension: '' } : { folder, stem, extension }
}
