import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** A whole page as text; without the doctype browsers fall into quirks mode. */
export function renderPage(page: VNode): string {
  return `<!doctype html>${renderToString(page)}`
}
