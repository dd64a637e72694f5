import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const ENV = {
  PATH: process.env['PATH'],
  HOME: '/',
  LC_ALL: 'C.UTF-8',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Dana',
  GIT_AUTHOR_EMAIL: 'dana@laptop.test',
  GIT_COMMITTER_NAME: 'Dana',
  GIT_COMMITTER_EMAIL: 'dana@laptop.test',
}

/** What a git command printed, both streams, and its exit code. */
export type GitRun = { code: number; text: string }

/** Git as a person runs it, in a folder of its own. */
export function gitClient() {
  const root = mkdtempSync(join(tmpdir(), 'codeshelf-client-'))
  const run = (args: readonly string[], environment: Record<string, string> = {}): Promise<GitRun> =>
    new Promise((resolve) => {
      execFile('git', args, { cwd: root, env: { ...ENV, ...environment }, maxBuffer: 2 ** 26 }, (error, out, err) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, text: out + err }),
      )
    })
  const must = async (...args: string[]) => {
    const { code, text } = await run(args)
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${text}`)
    return text.trim()
  }
  return {
    root,
    run,
    must,
    /** A clone, in which commands run and files are written. */
    async clone(url: string, name: string) {
      await must('clone', '--quiet', url, name)
      const dir = join(root, name)
      const git = (...args: string[]) => must('-C', dir, ...args)
      return {
        dir,
        git,
        run: (...args: string[]) => run(['-C', dir, ...args]),
        read: (path: string) => readFile(join(dir, path), 'utf8'),
        write: (path: string, content: string | Buffer) => writeFile(join(dir, path), content),
        /** Many commits on top of HEAD in one process, each with one file. The working folder stays as it is. */
        commitMany(files: readonly { path: string; content: string }[]): void {
          const script = files.map(({ path, content }, i) => {
            const from = i === 0 ? 'from refs/heads/main^0\n' : ''
            const head = `commit refs/heads/main\ncommitter Dana <dana@laptop.test> ${1_700_000_000 + i} +0000\n`
            return `${head}data 1\nx\n${from}M 100644 inline "${path}"\ndata ${Buffer.byteLength(content)}\n${content}\n`
          })
          execFileSync('git', ['-C', dir, 'fast-import', '--quiet'], { env: ENV, input: script.join('') })
        },
        async commit(message: string, files: Record<string, string | Buffer> = {}) {
          for (const [path, content] of Object.entries(files)) {
            await mkdir(dirname(join(dir, path)), { recursive: true })
            await writeFile(join(dir, path), content)
          }
          await git('add', '--all')
          await git('commit', '--quiet', '--allow-empty', '-m', message)
          return git('rev-parse', 'HEAD')
        },
      }
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
}

export type GitClient = ReturnType<typeof gitClient>
export type Clone = Awaited<ReturnType<GitClient['clone']>>
