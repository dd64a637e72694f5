import type { Author } from './history.ts'

/** The commit as git hashes it, after the lines of tree and parent. */
export function commitText(author: Author, at: Date, message: string): string {
  const person = `${personName(author.name)} <${author.email}> ${Math.floor(at.getTime() / 1000)} +0000`
  return `author ${person}\ncommitter ${person}\n\n${message}`
}

/** Without the characters that end a name in a commit. */
function personName(name: string): string {
  return name.replaceAll(/[<>\p{Cc}]/gu, '').trim() || 'Codeshelf'
}

type Described = { path: string; fileId: string; notes: number }

/** The last lines are trailers: `git log --format='%(trailers:key=Notes)'` reads them. */
export function versionMessage(file: Described, version: number): string {
  return message(`${file.path}: version ${version}`, file)
}

export function renameMessage(file: Described, from: string): string {
  return message(`Rename ${from} to ${file.path}`, file)
}

export function restoreMessage(file: Described): string {
  return message(`Restore ${file.path} from the trash`, file)
}

export function removeMessage(file: Described, isTrashed: boolean): string {
  return message(isTrashed ? `Move ${file.path} to the trash` : `Remove ${file.path}`, file)
}

/** Without names: one of the files may be purged, and the commit stays for the others. */
export function exchangeMessage(count: number): string {
  return `Rename ${count} files\n`
}

function message(subject: string, { fileId, notes }: Described): string {
  return `${subject}\n\nNotes: ${notes}\nFile-Id: ${fileId}\n`
}
