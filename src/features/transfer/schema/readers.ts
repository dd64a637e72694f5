import { readGists } from './gists.ts'
import { libraryFormat } from './library.ts'

/** Everything that an import parses, for the web process and for its threads. */
export const exportReaders = { library: libraryFormat, readGists }
