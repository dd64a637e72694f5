import { accessSync, constants, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const parsed = (path: string): unknown => parse(read(path), { strict: true, uniqueKeys: true })

const Workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      'timeout-minutes': z.int(),
      steps: z.array(z.union([z.object({ uses: z.string() }), z.object({ run: z.string() })])),
    }),
  ),
})
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')))

describe.each(globSync('.github/workflows/*.yml', { cwd: ROOT }))('%s', (path) => {
  const { jobs, permissions } = Workflow.parse(parsed(path))
  const steps = Object.values(jobs).flatMap((job) => job.steps)

  it('pins every action to a commit, because a tag can be moved', () => {
    const actions = steps.flatMap((step) => ('uses' in step ? [step.uses] : []))
    expect(actions.filter((action) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([])
  })

  it('runs only scripts and files that exist', () => {
    const commands = steps.flatMap((step) => ('run' in step ? [step.run] : [])).join('\n')
    const named = Array.from(commands.matchAll(/npm run ([\w:-]+)/g), (match) => match[1] ?? '')
    const missing = named.filter((name) => !(name in scripts))
    expect(missing).toEqual([])
    for (const [file] of commands.matchAll(/^\.[\w./-]+/gm)) accessSync(join(ROOT, file), constants.X_OK)
  })

  it('gives a job no right to write unless the job asks for it', () => {
    expect(permissions).toEqual({ contents: 'read' })
  })
})

test('a push and a pull request run .ci/run and .ci/packages, and a tag v* runs the release', () => {
  const check = Workflow.parse(parsed('.github/workflows/check.yml'))
  expect(Object.keys(check.on)).toEqual(['push', 'pull_request'])
  expect(read('.github/workflows/check.yml')).toContain('- run: .ci/run\n')
  expect(read('.github/workflows/check.yml')).toContain('- run: .ci/packages\n')
  expect(Workflow.parse(parsed('.github/workflows/release.yml')).on).toEqual({ push: { tags: ['v*'] } })
})

test('the issue forms ask for fields with an id and a label, and dependabot waits as long as .npmrc', () => {
  const Field = z.object({ type: z.string(), id: z.string().optional(), attributes: z.looseObject({}) })
  for (const path of ['bug', 'idea'].map((name) => `.github/ISSUE_TEMPLATE/${name}.yml`)) {
    const { body } = z.object({ name: z.string(), description: z.string(), body: z.array(Field) }).parse(parsed(path))
    for (const { type, id, attributes } of body)
      if (type !== 'markdown') expect([typeof id, typeof attributes['label']]).toEqual(['string', 'string'])
  }
  const [, age] = /min-release-age=(\d+)/.exec(read('.npmrc')) ?? []
  const days = Array.from(read('.github/dependabot.yml').matchAll(/default-days: (\d+)/g), (match) => match[1])
  expect(new Set(days)).toEqual(new Set([age]))
})
