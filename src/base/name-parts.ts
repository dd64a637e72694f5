const EXTENSION = /(?:\.[a-z][a-z0-9_+-]{0,11}){1,2}$/i

/** Splits a file name so that a narrow row shortens the first part and keeps the second. */
export function nameParts(name: string): { stem: string; extension: string } {
  const extension = EXTENSION.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - extension.length)
  return stem === '' ? { stem: name, extension: '' } : { stem, extension }
}
