import { type GistJson, type GitHub, GitHubError } from '#platform/github.ts'
import { MAX_GISTS } from '../limits.ts'
import { gitHubLimited, gitHubRefused, gitHubUnavailable, tooManyGists } from '../problems.ts'
import { addGist, addListedGist } from '../sources/gists.ts'
import { nothing } from '../sources/item.ts'
import { idAt } from '../sources/values.ts'
import type { ParsedFile } from './tasks.ts'

const LABEL = 'GitHub'

/**
 * The gists of the owner of a token. The list has no texts, so each gist is one more request; a preview does without, because
 * it would ask for everything twice.
 */
export async function* readGists(gitHub: GitHub, token: string, isPreview: boolean): AsyncGenerator<ParsedFile> {
  for await (const gist of listGists(gitHub, token)) {
    const parsed = nothing()
    if (isPreview) addListedGist(parsed, gist, LABEL)
    else addGist(parsed, await asking(() => gitHub.getGist(token, idAt(gist, 'id'))), LABEL)
    yield { source: 'gists', ...parsed }
  }
}

async function* listGists(gitHub: GitHub, token: string): AsyncGenerator<GistJson> {
  let count = 0
  for (let page = 1; ; page++) {
    const gists = await asking(() => gitHub.listGists(token, page))
    if (gists.length === 0) return
    count += gists.length
    if (count > MAX_GISTS) throw tooManyGists({ max: MAX_GISTS })
    yield* gists
  }
}

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    if (error.reason === 'token') throw gitHubRefused({ field: 'github_token' })
    throw error.reason === 'limited' ? gitHubLimited() : gitHubUnavailable()
  }
}
