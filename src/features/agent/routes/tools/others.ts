import { previewBytes } from '../../answer.ts'
import { otherInputs } from '../../schema/inputs.ts'
import { toRepo, toRun } from '../../schema/items.ts'
import { readPrimer } from '../../service/primer.ts'
import { LIMITS } from '../../limits.ts'
import * as repos from '../../service/repos.ts'
import { runFor } from '../../service/run.ts'
import { answer, listAnswer, textAnswer, tool } from '../tool.ts'

const inputs = otherInputs(LIMITS)

export const repoTools = [
  tool({
    name: 'list_repos',
    title: 'List repositories',
    description: 'The repositories that are mirrored here. They can be read, not written.',
    input: inputs.repos,
    scope: 'read',
    run: async ({ ctx }, { from }) => {
      const found = await repos.listRepos(ctx)
      return listAnswer('repos', found.map(toRepo), {
        from,
        rest: (next) => ({ tool: 'list_repos', arguments: { from: next } }),
      })
    },
  }),
  tool({
    name: 'list_repo_files',
    title: 'List files of a repository',
    description: 'What is in a folder of a mirrored repository, folders first.',
    input: inputs.repoFiles,
    scope: 'read',
    run: async ({ ctx }, { repo_name: name, path, from }) => {
      const items = await repos.listRepoFiles(ctx, name, path)
      const shown = items.map((item) => ({ path: item.path, kind: item.kind, size_bytes: item.size }))
      const rest = (next: number) => ({ tool: 'list_repo_files', arguments: { repo_name: name, path, from: next } })
      return listAnswer('items', shown, { from, rest }, { count: items.length })
    },
  }),
  tool({
    name: 'read_repo_file',
    title: 'Read a file of a repository',
    description: 'The text of a file in the current commit of a mirrored repository.',
    input: inputs.repoFile,
    scope: 'read',
    run: async ({ ctx }, asked) => {
      const { repo_name: name, path } = asked
      const { commit, content } = await repos.readRepoFile(ctx, name, path)
      const rest = (spot: object) => ({ tool: 'read_repo_file', arguments: { repo_name: name, path, ...spot } })
      return textAnswer({ repo_name: name, path, commit }, content, asked, rest)
    },
  }),
  tool({
    name: 'search_repo',
    title: 'Search a repository',
    description: 'Lines of the current commit of a mirrored repository that contain these very words.',
    input: inputs.searchRepo,
    scope: 'read',
    limit: 'search',
    run: async ({ ctx }, { repo_name: name, query, from }) => {
      const { lines, isCut, skipped } = await repos.searchRepo(ctx, name, query)
      const rest = (next: number) => ({ tool: 'search_repo', arguments: { repo_name: name, query, from: next } })
      // There is no next page beyond these: a narrower query finds the others.
      const tooLarge = skipped > 0 && { files_too_large_to_search: skipped }
      return listAnswer('lines', lines, { from, rest }, { count: lines.length, there_are_more: isCut, ...tooLarge })
    },
  }),
]

export const otherTools = [
  tool({
    name: 'read_primer',
    title: 'What to know first',
    description: 'What the owner of this library wants agents to know, and a summary of what is in it.',
    input: inputs.none,
    scope: 'read',
    run: async ({ ctx }) => ({
      texts: [(await readPrimer(ctx)) ?? 'The library is empty, and there are no instructions.'],
    }),
  }),
  tool({
    name: 'run_code',
    title: 'Run Python',
    description: 'Runs a Python program in a sandbox and answers with what it printed. Nothing of it is kept.',
    input: inputs.run,
    scope: 'run',
    run: async ({ ctx, actor, runners, signal }, { code, stdin, timeout, memory_limit_mb: memoryMb }) => {
      const ask = { code, stdin, timeoutMs: Math.round(timeout * 1000), memoryMb }
      const result = await runFor(ctx, actor, runners, ask, signal)
      const [out, err] = [previewBytes(result.stdout), previewBytes(result.stderr)]
      const isCut = out.isCut || err.isCut
      const fitted = { ...result, stdout: out.text, stderr: err.text, truncated: result.truncated || isCut }
      // The output of a run is not stored, so no call can read the rest.
      const note = 'The output was cut and is not kept: run it again and print less.'
      return answer({ ...toRun(fitted), ...(isCut && { note }) })
    },
  }),
]
