import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { z } from 'zod'
import { ORIGIN, type TestUser } from './app.ts'
import { zipOf } from './zips.ts'

const run = promisify(execFile)
const FIXTURES = join(import.meta.dirname, 'fixtures/move-in')

export type Upload = { name: string; content: string | Uint8Array<ArrayBuffer> }

/** A file in the format of another program. */
export async function fixture(name: string): Promise<Upload> {
  return { name: name.split('/').at(-1) ?? name, content: new Uint8Array(await readFile(join(FIXTURES, name))) }
}

/** The files of a folder of fixtures, by their paths in it. */
export async function fixtureFolder(name: string): Promise<{ name: string; content: Buffer }[]> {
  const found = await readdir(join(FIXTURES, name), { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const root = `${join(FIXTURES, name)}/`
  return Promise.all(
    files.toSorted().map(async (path) => ({ name: path.slice(root.length), content: await readFile(path) })),
  )
}

export async function zipOfFixtures(name: string): Promise<Upload> {
  return { name: `${name}.zip`, content: await zipOf(await fixtureFolder(name)) }
}

/** The same as `tar czf` makes it. */
export async function tarOfFixtures(name: string): Promise<Upload> {
  const { stdout } = await run('tar', ['czf', '-', '-C', FIXTURES, name], { encoding: 'buffer', maxBuffer: 1e8 })
  return { name: `${name}.tar.gz`, content: new Uint8Array(stdout) }
}

/** Sends the form of /move-in to one of its routes. */
export async function sendMove<const Url extends string>(
  user: Pick<TestUser, 'raw'>,
  url: Url,
  files: readonly Upload[],
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { name, content } of files) form.append('file', new Blob([content]), name)
  const response = new Response(form)
  return user.raw({
    method: 'POST',
    url,
    headers: { origin: ORIGIN, 'content-type': response.headers.get('content-type') ?? '', ...headers },
    payload: Buffer.from(await response.arrayBuffer()),
  })
}

const GIT_AUTHOR = {
  GIT_AUTHOR_NAME: 'Dana',
  GIT_AUTHOR_EMAIL: 'd@x',
  GIT_COMMITTER_NAME: 'Dana',
  GIT_COMMITTER_EMAIL: 'd@x',
}

/** A tar of the folder `repos` of Opengist: bare repositories by user and id, packed and loose, made by git itself. */
export async function opengistRepositories(): Promise<Upload> {
  const folder = await mkdtemp(join(tmpdir(), 'opengist-'))
  const git = (...args: string[]) => run('git', args, { env: { ...process.env, ...GIT_AUTHOR } })
  try {
    for (const [i, name] of ['8622b297', '9733c3a8'].entries()) {
      const [work, bare] = [join(folder, 'work', name), join(folder, 'repos/dana', name)]
      await git('init', '-q', '-b', 'master', work)
      for (const round of ['first', 'second']) {
        const files =
          i === 0 ? { 'hello.py': `print("${round}")\n`, 'קובץ.md': '# שלום\n' } : { 'main.go': 'package main\n' }
        for (const [path, text] of Object.entries(files)) await writeFile(join(work, path), text)
        await git('-C', work, 'add', '-A')
        await git('-C', work, 'commit', '-q', '--allow-empty', '-m', round)
      }
      await git('clone', '-q', '--bare', ...(i === 0 ? [] : ['--no-local']), work, bare)
      if (i === 0) await git('-C', bare, 'gc', '-q')
    }
    const { stdout } = await run('tar', ['czf', '-', '-C', folder, 'repos'], { encoding: 'buffer', maxBuffer: 1e8 })
    return { name: 'opengist.tar.gz', content: new Uint8Array(stdout) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** `massCode.db` as version 4 creates it. */
export async function massCodeDatabase(): Promise<Upload> {
  const folder = await mkdtemp(join(tmpdir(), 'masscode-'))
  const path = join(folder, 'massCode.db')
  try {
    const db = new DatabaseSync(path)
    db.exec(`
      CREATE TABLE folders (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, defaultLanguage TEXT NOT NULL,
        parentId INTEGER, isOpen INTEGER NOT NULL, orderIndex INTEGER NOT NULL DEFAULT 0, icon TEXT, createdAt INTEGER NOT NULL,
        updatedAt INTEGER NOT NULL, FOREIGN KEY(parentId) REFERENCES folders(id));
      CREATE TABLE snippets (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, description TEXT, folderId INTEGER,
        isDeleted INTEGER NOT NULL, isFavorites INTEGER NOT NULL, createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL);
      CREATE TABLE snippet_contents (id INTEGER PRIMARY KEY AUTOINCREMENT, snippetId INTEGER NOT NULL, label TEXT, value TEXT,
        language TEXT);
      CREATE TABLE tags (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, createdAt INTEGER NOT NULL,
        updatedAt INTEGER NOT NULL);
      CREATE TABLE snippet_tags (snippetId INTEGER NOT NULL, tagId INTEGER NOT NULL, PRIMARY KEY(snippetId, tagId));
      insert into folders values (1, 'Data', 'sql', null, 1, 0, null, 1, 1), (2, 'Reports', 'sql', 1, 1, 0, null, 1, 1);
      insert into tags values (1, 'דוחות', 1, 1);
      insert into snippets values (1, 'Top ten', 'By size', 2, 0, 0, 1700000000000, 1710000000000),
        (2, 'Thrown away', null, null, 1, 0, 1, 1);
      insert into snippet_contents values (1, 1, 'Fragment 1', 'select 10;', 'sql'), (2, 2, 'Fragment 1', 'x', 'plain_text');
      insert into snippet_tags values (1, 1);
    `)
    db.close()
    return { name: 'massCode.db', content: new Uint8Array(await readFile(path)) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const Gists = z.array(z.looseObject({ id: z.string(), files: z.record(z.string(), z.looseObject({})) }))
export const GITHUB_TOKEN = 'ghp_standInToken0123456789'

/** GitHub's API for gists on loopback: lists without texts, pages of a hundred, single gists with texts. */
export async function startGitHub(change: (path: string) => { status: number; body?: string } | null = () => null) {
  const gists = Gists.parse(JSON.parse(await readFile(join(FIXTURES, 'gists.json'), 'utf8')))
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    asked.push(`${request.method} ${url.pathname}${url.search}`)
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const changed = change(url.pathname)
    if (changed) return response.writeHead(changed.status, { 'x-ratelimit-remaining': '0' }).end(changed.body ?? '{}')
    if (request.headers.authorization !== `Bearer ${GITHUB_TOKEN}`) return answer(401, { message: 'Bad credentials' })
    if (url.pathname === '/gists')
      return answer(200, url.searchParams.get('page') === '1' ? gists.map(withoutTexts) : [])
    const gist = gists.find(({ id }) => url.pathname === `/gists/${id}`)
    return gist ? answer(200, gist) : answer(404, { message: 'Not Found' })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** In a list GitHub leaves the texts out, and whether they are cut off. */
function withoutTexts(gist: z.output<typeof Gists>[number]) {
  const files = Object.entries(gist.files).map(([name, file]) => {
    const { content: _content, truncated: _truncated, ...listed } = file
    return [name, listed] as const
  })
  return { ...gist, files: Object.fromEntries<unknown>(files) }
}
