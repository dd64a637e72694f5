import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { highlightLines } from '#base/highlight/highlight.ts'
import { detectLanguage, highlightName } from '#base/language/language.ts'
import { grammarOf } from '#platform/symbols/languages.ts'
import { symbolsOf } from '#platform/symbols/symbols.ts'
import { openThreads, type Task } from '#platform/threads.ts'

/**
 * Time and memory of the parser on the files of real repositories. The folder holds git bundles:
 *
 *     node --import ./tools/tsx.ts bench/symbols.ts --repos histories [--full]
 *
 * Without `--full`, 20 files of each language.
 */
const { values } = parseArgs({
  options: { repos: { type: 'string' }, full: { type: 'boolean', default: false } },
})
if (values.repos === undefined) throw new Error('--repos is needed')
const SAMPLE = values.full ? Infinity : 20

type Sample = { language: string; text: string }
type Parsed = Sample & { ms: number; highlightMs: number; symbols: number | null }

const open = () => openThreads(async () => (await import('../src/app/text-thread.ts')).here, 1)

function readSamples(folder: string): Sample[] {
  const dir = mkdtempSync(join(tmpdir(), 'codeshelf-bench-'))
  const git = (...args: string[]) => execFileSync('git', ['-C', dir, ...args], { maxBuffer: 1e9, encoding: 'utf8' })
  const bundles = readdirSync(folder).filter((name) => name.endsWith('.bundle'))
  const samples = bundles.flatMap((bundle) => {
    git('clone', '--quiet', '--bare', join(folder, bundle), bundle)
    const inRepo = (...args: string[]) => git('-C', bundle, ...args)
    const commit = inRepo('rev-list', '--all', '-1').trim()
    const paths = inRepo('ls-tree', '-r', '-z', '--name-only', commit).split('\0').filter(Boolean)
    return paths.flatMap((path) => {
      const named = detectLanguage(path, '')
      if (grammarOf(named) === null) return []
      const text = inRepo('show', `${commit}:${path}`)
      return [{ language: detectLanguage(path, text), text }]
    })
  })
  rmSync(dir, { recursive: true })
  return samples.filter(({ language }) => grammarOf(language) !== null)
}

async function parseAll(samples: readonly Sample[]): Promise<Parsed[]> {
  const threads = open()
  const offload = <In, Out>(task: Task<In, Out>, input: In) => threads.run('bench', task, input)
  const parsed: Parsed[] = []
  for (const sample of samples) {
    // The first parse of a grammar loads it, which is measured by itself.
    await symbolsOf(offload, sample.language, '')
    const before = performance.now()
    const found = await symbolsOf(offload, sample.language, sample.text)
    const ms = performance.now() - before
    const again = performance.now()
    highlightLines(sample.text, highlightName(sample.language))
    const highlightMs = performance.now() - again
    parsed.push({ ...sample, ms, highlightMs, symbols: found.kind === 'symbols' ? found.symbols.length : null })
  }
  await threads.close()
  return parsed
}

/** A new thread parses a file of one line: with the thread's start, and with the grammar alone. */
async function firstParse(language: string): Promise<{ ms: number; mib: number }> {
  const threads = open()
  const offload = <In, Out>(task: Task<In, Out>, input: In) => threads.run('bench', task, input)
  const other = language === 'Go' ? 'CSS' : 'Go'
  await symbolsOf(offload, other, '')
  const [before, rss] = [performance.now(), process.memoryUsage.rss()]
  await symbolsOf(offload, language, 'x\n')
  const first = { ms: performance.now() - before, mib: (process.memoryUsage.rss() - rss) / 2 ** 20 }
  await threads.close()
  return first
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
}

function row(name: string, all: readonly Parsed[]): string {
  const by = (pick: (each: Parsed) => number) => all.map(pick).toSorted((a, b) => a - b)
  const [ms, highlightMs, kib] = [by((e) => e.ms), by((e) => e.highlightMs), by((e) => e.text.length / 1024)]
  const stopped = all.filter(({ symbols }) => symbols === null).length
  const symbols = all.reduce((sum, each) => sum + (each.symbols ?? 0), 0)
  const cells = [
    all.length,
    at(kib, 0.5),
    at(kib, 0.95),
    at(ms, 0.5),
    at(ms, 0.95),
    at(ms, 1),
    at(highlightMs, 0.5),
    at(highlightMs, 0.95),
    symbols,
    stopped,
  ]
  return `| ${name} | ${cells.join(' | ')} |`
}

const perLanguage = [...Map.groupBy(readSamples(resolve(values.repos)), ({ language }) => language)]
const samples = perLanguage.flatMap(([, own]) => {
  const step = Math.max(1, Math.floor(own.length / SAMPLE))
  return own.filter((_, i) => i % step === 0)
})
const idle = process.memoryUsage.rss()
const parsed = await parseAll(samples)
console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; ${parsed.length} files.\n`)
console.log('|  | files | KiB p50 | KiB p95 | ms p50 | ms p95 | ms max | highlight ms p50 | p95 | symbols | stopped |')
console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
console.log(row('all', parsed))
for (const [language, own] of Map.groupBy(parsed, (each) => each.language)) console.log(row(language, own))
console.log(
  `\nMemory of the process: ${Math.round(idle / 2 ** 20)} MiB before, ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB after.`,
)
console.log('\n| first parse | ms | MiB more |\n|---|--:|--:|')
for (const [language] of perLanguage) {
  const { ms, mib } = await firstParse(language)
  console.log(`| ${language} | ${ms.toFixed(0)} | ${mib.toFixed(0)} |`)
}
