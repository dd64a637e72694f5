import { expect, test } from 'vitest'
import type { Ctx } from '#platform/ctx.ts'
import { runInline, type Task, TaskError } from '#platform/threads.ts'
import { createCodeRenderer } from './code-renderer.ts'

const ASK = { language: 'JavaScript', reveal: false, hiddenLines: [], maxBytes: 1_000_000 }

/** A context with only what a codeRenderer uses, and a thread pool that the test controls. */
function ctxWith(offload: Ctx['offload']): Ctx {
  return { offload, locale: 'en' } as unknown as Ctx
}

const textOf = ({ html }: { html: { bytes: Uint8Array } }) => Buffer.from(html.bytes).toString('utf8')

test('the code renderer renders each text once under concurrent calls', async () => {
  let runs = 0
  const ctx = ctxWith(async (task, input) => {
    runs += 1
    return runInline(task, input)
  })
  const codeRenderer = createCodeRenderer()
  const [one, two] = await Promise.all([
    codeRenderer.code(ctx, 'let x = 1\n', ASK),
    codeRenderer.code(ctx, 'let x = 1\n', ASK),
  ])
  expect(one).toBe(two)
  expect(textOf(one)).toContain('<span class="hljs-keyword">let</span>')
  await codeRenderer.code(ctx, 'let x = 1\n', { ...ASK, language: 'TypeScript' })
  await codeRenderer.code(ctx, 'let x = 1\n', { ...ASK, hiddenLines: [1] })
  expect(runs).toBe(3)
})

test('the code renderer renders without colours, and retries next time, when highlighting misses its deadline', async () => {
  let isSlow = true
  const ctx = ctxWith(async <In, Out>(task: Task<In, Out>, input: In) => {
    const hasColours = (input as { grammar: string | null }).grammar !== null
    if (isSlow && hasColours) throw new TaskError('deadline', 'too slow')
    return runInline(task, input)
  })
  const codeRenderer = createCodeRenderer()
  const plain = await codeRenderer.code(ctx, 'let x = "<"\n', ASK)
  expect(plain.plain).toBe(true)
  expect(textOf(plain)).toContain('let x = &quot;&lt;&quot;')
  isSlow = false
  expect((await codeRenderer.code(ctx, 'let x = "<"\n', ASK)).plain).toBe(false)
})

test('codeRenderer rejects, and caches nothing, when no thread has time for the text', async () => {
  let isBusy = true
  const ctx = ctxWith(async (task, input) => {
    if (isBusy) throw new TaskError('busy', 'too many')
    return runInline(task, input)
  })
  const codeRenderer = createCodeRenderer()
  await expect(codeRenderer.code(ctx, 'x\n', ASK)).rejects.toMatchObject({ reason: 'busy' })
  isBusy = false
  expect((await codeRenderer.code(ctx, 'x\n', ASK)).lineCount).toBe(1)
})

test('the code renderer renders no lines of an empty text, and one of a lone line end', async () => {
  const codeRenderer = createCodeRenderer()
  expect((await codeRenderer.code(ctxWith(runInline), '', ASK)).lineCount).toBe(0)
  expect((await codeRenderer.code(ctxWith(runInline), '\n', ASK)).lineCount).toBe(1)
})

test('codeRenderer cuts texts with more lines than a page can hold, and reports it', async () => {
  const drawn = await createCodeRenderer().code(ctxWith(runInline), 'x\n'.repeat(60_000), { ...ASK, language: 'Text' })
  expect(drawn).toMatchObject({ lineCount: 50_000, isCut: true })
})
