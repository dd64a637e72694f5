import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testApp, type TestUser } from './app.ts'
import { gitClient } from './git-client.ts'

/** The whole application on a port of loopback, and git beside it. A given folder for repositories stays. */
export async function gitLibrary(given?: string) {
  const mirrors = given ?? mkdtempSync(join(tmpdir(), 'codeshelf-libraries-'))
  const app = await testApp({ RATE_LIMIT_FACTOR: '1000', MIRRORS_DIR: mirrors })
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const git = gitClient()
  const urlFor = (secret: string) => `${base.replace('//', `//git:${secret}@`)}/library.git`
  return {
    app,
    base,
    git,
    mirrors,
    urlFor,
    /** A user with a token that may do everything. */
    async person(name: string) {
      const user = await app.user(name)
      const { secret } = await user.createToken('git')
      const url = urlFor(secret)
      return { user, secret, url, clone: (folder: string) => git.clone(url, `${name}-${folder}`) }
    },
    /** What another process has, or this one after a day without a fetch. */
    forgetRepositories: () => rm(join(mirrors, 'libraries'), { recursive: true, force: true }),
    save: (user: TestUser, id: string, version: number, content: string) =>
      user.put(`/api/files/${id}`, { content, prev_version: version }),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await git[Symbol.asyncDispose]()
      if (given === undefined) await rm(mirrors, { recursive: true, force: true })
    },
  }
}

export type GitLibrary = Awaited<ReturnType<typeof gitLibrary>>
