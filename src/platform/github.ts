import { z } from 'zod'

/** Why GitHub gave nothing. `limited`: too many requests. `busy`: it answered with an error of its own. */
export type GitHubFailure = 'token' | 'limited' | 'timeout' | 'unreachable' | 'too_large' | 'busy'

export class GitHubError extends Error {
  readonly reason: GitHubFailure

  constructor(reason: GitHubFailure) {
    super(`github: ${reason}`)
    this.reason = reason
  }
}

/** A gist as the API returns it; its fields are read by whoever imports it. */
export type GistJson = Record<string, unknown>

export type GitHub = {
  /** One page of a hundred gists of the owner of the token, without texts; empty after the last one. */
  listGists: (token: string, page: number) => Promise<GistJson[]>
  getGist: (token: string, id: string) => Promise<GistJson>
}

const TIMEOUT_MS = 20_000
/** A gist has up to 300 files of a megabyte each; larger answers are not read. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024
const Gist = z.record(z.string(), z.unknown())

/** The address comes from the configuration alone, and redirects are not followed: both could carry the token elsewhere. */
export function openGitHub(apiUrl: string): GitHub {
  return {
    listGists: (token, page) => get(z.array(Gist), `${apiUrl}/gists?per_page=100&page=${page}`, token),
    getGist: (token, id) => get(Gist, `${apiUrl}/gists/${encodeURIComponent(id)}`, token),
  }
}

async function get<T>(form: z.ZodType<T>, url: string, token: string): Promise<T> {
  try {
    const answer = await fetch(url, {
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'user-agent': 'codeshelf',
        'x-github-api-version': '2022-11-28',
      },
      redirect: 'error',
      // The timeout covers the body too.
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw new GitHubError(reasonOfStatus(answer))
    }
    return form.parse(JSON.parse(await bounded(answer)))
  } catch (error) {
    throw error instanceof GitHubError ? error : new GitHubError(reasonOf(error))
  }
}

/** 404: a token that may not read gists. 403 with nothing left: the limit of the hour. */
function reasonOfStatus({ status, headers }: Response): GitHubFailure {
  if (status === 429 || (status === 403 && headers.get('x-ratelimit-remaining') === '0')) return 'limited'
  return [401, 403, 404].includes(status) ? 'token' : 'busy'
}

async function bounded(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop cancels the rest of the body.
  for await (const piece of answer.body ?? []) {
    bytes += piece.byteLength
    if (bytes > MAX_ANSWER_BYTES) throw new GitHubError('too_large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function reasonOf(error: unknown): GitHubFailure {
  if (!(error instanceof Error)) return 'unreachable'
  if (error.name === 'TimeoutError') return 'timeout'
  return error instanceof SyntaxError || error.name === 'ZodError' ? 'busy' : 'unreachable'
}
