import { emitSignedOut } from './signed-out.ts'

export type PageResponse =
  | { outcome: 'done'; page: Document }
  | { outcome: 'refused'; requestId: string }
  | { outcome: 'offline' }

/**
 * Fetches a page of ours as a document. XMLHttpRequest returns what the browser itself has parsed, without running scripts; text
 * from `fetch` would have to be parsed here, which Trusted Types forbid.
 */
export function fetchPage(path: string, signal?: AbortSignal): Promise<PageResponse> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('GET', path)
    request.responseType = 'document'
    request.setRequestHeader('accept', 'text/html')
    request.addEventListener('load', () => resolve(answerOf(request)))
    for (const failed of ['error', 'timeout', 'abort']) {
      request.addEventListener(failed, () => resolve({ outcome: 'offline' }))
    }
    signal?.addEventListener('abort', () => request.abort())
    request.timeout = 20_000
    request.send()
  })
}

function answerOf(request: XMLHttpRequest): PageResponse {
  const requestId = request.getResponseHeader('x-request-id') ?? ''
  const page = request.responseXML
  if (request.status !== 200 || !page) return { outcome: 'refused', requestId }
  if (new URL(request.responseURL).pathname !== '/login') return { outcome: 'done', page }
  emitSignedOut()
  return { outcome: 'refused', requestId }
}
