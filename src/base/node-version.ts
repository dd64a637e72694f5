/** The same number as `engines` in package.json, which npm only warns about. Older versions lack Temporal and argon2. */
export const MINIMUM_NODE = [26, 10] as const

/**
 * Why this version of Node cannot run the program, or null. The entry files ask before they import anything else, because an
 * older Node would stop at a syntax error or a missing export that names no cause.
 */
export function unsupportedNode(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [neededMajor, neededMinor] = MINIMUM_NODE
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return null
  return `Codeshelf needs Node ${MINIMUM_NODE.join('.')} or newer, and this is Node ${version}.`
}
