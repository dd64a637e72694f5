import ruffWasm from '@astral-sh/ruff-wasm-web/ruff_wasm_bg.wasm?url'
import script from 'pyodide/pyodide.asm.mjs?url'
import wasm from 'pyodide/pyodide.asm.wasm?url'
import library from 'pyodide/python_stdlib.zip?url'
import { PYTHON_FRAME, type PythonFiles, type WorkerResponse, type WorkerRequest } from './messages.ts'

export type Progress = (loadedBytes: number, totalBytes: number) => void

/** A worker in a frame of its own. Closing terminates it at once. */
export type Tool = {
  ask: (ask: WorkerRequest, heard?: (answer: WorkerResponse) => void) => Promise<WorkerResponse>
  close: () => void
}

/** Kept by the page, so that a terminated worker restarts quickly. */
let pythonFiles: PythonFiles | null = null
let ruffFile: ArrayBuffer | null = null

export async function openPython(label: string, progress: Progress): Promise<Tool> {
  pythonFiles ??= await fetchPython(progress)
  return openTool(label, { kind: 'load-python', files: pythonFiles })
}

export async function openRuff(label: string): Promise<Tool> {
  ruffFile ??= await fetchFile(ruffWasm, () => null)
  return openTool(label, { kind: 'load-ruff', wasm: ruffFile })
}

async function fetchPython(progress: Progress): Promise<PythonFiles> {
  const urls = { script, wasm, library }
  const loaded = { script: 0, wasm: 0, library: 0 }
  const all = Object.entries(urls).map(async ([name, url]) => {
    const bytes = await fetchFile(url, (count) => {
      loaded[name as keyof typeof loaded] = count
      progress(loaded.script + loaded.wasm + loaded.library, TOTAL_BYTES)
    })
    return [name, bytes] as const
  })
  return Object.fromEntries(await Promise.all(all)) as PythonFiles
}

/** Approximate sizes after decompression: Content-Length is that of the compressed file, about half of it. */
const TOTAL_BYTES = 13_390_000

async function fetchFile(url: string, progress: (bytes: number) => void): Promise<ArrayBuffer> {
  const response = await fetch(url)
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`)
  let count = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (piece, controller) => {
        progress((count += piece.length))
        controller.enqueue(piece)
      },
    }),
  )
  return new Response(counted).arrayBuffer()
}

async function openTool(label: string, load: WorkerRequest): Promise<Tool> {
  const frame = document.createElement('iframe')
  frame.sandbox.add('allow-scripts')
  frame.hidden = true
  frame.title = label
  frame.src = PYTHON_FRAME
  const channel = new MessageChannel()
  const ready = new Promise<void>((resolve) => {
    const listen = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.contentWindow || event.data !== 'ready') return
      window.removeEventListener('message', listen)
      // The frame's origin is opaque, so no target origin can be named; the secret is the channel, and only this frame gets it.
      frame.contentWindow?.postMessage('connect', '*', [channel.port2])
      resolve()
    }
    window.addEventListener('message', listen)
  })
  document.body.append(frame)
  await ready
  const tool: Tool = {
    ask: (ask, heard) => exchange(channel.port1, ask, heard),
    close: () => {
      channel.port1.close()
      frame.remove()
    },
  }
  const loaded = await tool.ask(load)
  if (loaded.kind !== 'loaded') {
    tool.close()
    throw new Error(loaded.kind === 'failed' ? loaded.reason : loaded.kind)
  }
  return tool
}

/** One request at a time; output events before the answer are passed on. */
function exchange(
  port: MessagePort,
  ask: WorkerRequest,
  heard?: (answer: WorkerResponse) => void,
): Promise<WorkerResponse> {
  return new Promise((resolve) => {
    port.onmessage = ({ data }: MessageEvent<WorkerResponse>) =>
      data.kind === 'output' ? heard?.(data) : resolve(data)
    port.postMessage(ask)
  })
}
