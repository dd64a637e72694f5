import { loadPyodide } from 'pyodide'
import { info } from 'pyodide/pyodide-lock.json'
import type { PythonFiles } from './messages.ts'

type Output = (stream: 'stdout' | 'stderr', text: string) => void
type Ask = { code: string; stdin: string; outputBytes: number }
type End = { exitCode: number; executionMs: number; droppedBytes: number }

export type BrowserPython = { run: (ask: Ask, output: Output) => End }

/** As in the server's sandbox: its own file and module, and our frames left out of the traceback. */
const BOOT = `
import builtins, os, sys, traceback, types
os.makedirs('/box', exist_ok=True)
os.chdir('/box')
def run_main(source):
    with open('/box/main.py', 'w', encoding='utf-8') as file:
        file.write(source)
    main = types.ModuleType('__main__')
    main.__file__ = '/box/main.py'
    main.__builtins__ = builtins
    sys.modules['__main__'] = main
    try:
        exec(compile(source, '/box/main.py', 'exec', dont_inherit=True), main.__dict__)
        code = 0
    except SystemExit as error:
        code = error.code
        if code is None:
            code = 0
        elif not isinstance(code, int):
            print(code, file=sys.stderr)
            code = 1
    except BaseException as error:
        traceback.print_exception(type(error), error, error.__traceback__.tb_next)
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return code & 255
run_main
`

/**
 * Everything arrives as bytes, because the frame cannot fetch. The loader requests its files by URL, so it gets a blob URL for
 * our bytes, and a response for the rest.
 */
export async function startPython({ script, wasm, library }: PythonFiles): Promise<BrowserPython> {
  const files: Record<string, ArrayBuffer> = { 'pyodide.asm.wasm': wasm, 'python_stdlib.zip': library }
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  globalThis.fetch = async (asked) => {
    const name = (asked instanceof Request ? asked.url : String(asked)).split('/').at(-1) ?? ''
    const type = name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream'
    const body = files[name]
    return body ? new Response(body, { headers: { 'content-type': type } }) : Response.error()
  }
  const pyodide = await loadPyodide({
    // The fragment is not part of the request: `…#/pyodide.asm.mjs` is our script.
    indexURL: `${address}#/`,
    lockFileContents: JSON.stringify({ info, packages: {} }),
    packageBaseUrl: 'nowhere:/',
    env: { HOME: '/box' },
    fullStdLib: false,
  })
  const runMain = pyodide.runPython(BOOT) as (source: string) => number
  return {
    run: ({ code, stdin, outputBytes }, output) => {
      const streams = [keep('stdout', outputBytes, output), keep('stderr', outputBytes, output)] as const
      pyodide.setStdout({ write: streams[0].write, isatty: false })
      pyodide.setStderr({ write: streams[1].write, isatty: false })
      pyodide.setStdin({ stdin: once(stdin), isatty: false })
      const from = performance.now()
      const exitCode = runMain(code)
      const executionMs = Math.round(performance.now() - from)
      return { exitCode, executionMs, droppedBytes: streams[0].dropped() + streams[1].dropped() }
    },
  }
}

/** Returns the whole input on the first read, then the end of file. */
function once(text: string): () => string | null {
  let left: string | null = text
  return () => {
    const now = left
    left = null
    return now === '' ? null : now
  }
}

/** Keeps the first so many bytes; the rest is counted and dropped. */
function keep(name: 'stdout' | 'stderr', maxBytes: number, output: Output) {
  const decoder = new TextDecoder()
  let left = maxBytes
  let dropped = 0
  return {
    write: (bytes: Uint8Array) => {
      const kept = bytes.slice(0, left)
      left -= kept.length
      dropped += bytes.length - kept.length
      const text = decoder.decode(kept, { stream: true })
      if (text !== '') output(name, text)
      return bytes.length
    },
    dropped: () => dropped,
  }
}
