import type { Finding, WorkerResponse, WorkerRequest } from './messages.ts'
import type { Ruff } from './ruff.ts'
import type { BrowserPython } from './pyodide.ts'

let port: MessagePort | null = null
let python: BrowserPython | null = null
let ruff: Ruff | null = null

addEventListener('message', (event: MessageEvent<unknown>) => {
  port = event.ports[0] ?? null
  if (!port) return
  port.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
    answer(data).catch((error: unknown) => post({ kind: 'failed', reason: String(error) }))
  })
  port.start()
})

function post(message: WorkerResponse): void {
  port?.postMessage(message)
}

async function answer(ask: WorkerRequest): Promise<void> {
  switch (ask.kind) {
    case 'load-python': {
      const { startPython } = await import('./pyodide.ts')
      python = await startPython(ask.files)
      return post({ kind: 'loaded' })
    }
    case 'run':
      if (!python) throw new Error('Python is not loaded')
      return post({ kind: 'end', ...python.run(ask, (stream, text) => post({ kind: 'output', stream, text })) })
    case 'load-ruff': {
      const { startRuff } = await import('./ruff.ts')
      ruff = startRuff(ask.wasm)
      return post({ kind: 'loaded' })
    }
    case 'format':
      return post({ kind: 'formatted', code: tool().format(ask.code) })
    case 'check':
      return post({ kind: 'checked', findings: tool().check(ask.code) satisfies Finding[] })
  }
}

function tool(): Ruff {
  if (!ruff) throw new Error('ruff is not loaded')
  return ruff
}
