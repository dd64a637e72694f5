import type { FastifyRequest } from 'fastify'

/** True for a browser: a page request or a form without script. Programs and islands get JSON. */
export function wantsHtml(request: FastifyRequest): boolean {
  return prefersHtml(request.headers.accept ?? '') && (isNavigation(request) || isForm(request))
}

/** A GET that can be answered with a redirect. */
export function isNavigation(request: FastifyRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD'
}

export function isForm(request: FastifyRequest): boolean {
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(request.headers['content-type'] ?? '')
}

export function prefersHtml(accept: string): boolean {
  const html = quality(accept, ['text/html', 'application/xhtml+xml'])
  return html > 0 && html >= quality(accept, ['application/json'])
}

function quality(accept: string, types: readonly string[]): number {
  const weights = accept.split(',').map((part) => {
    const [type, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    if (!types.includes(type ?? '')) return 0
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    return q === undefined ? 1 : Number(q.slice(2)) || 0
  })
  return Math.max(0, ...weights)
}
