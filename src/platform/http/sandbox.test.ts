import { expect, test } from 'vitest'
import * as sandbox from './sandbox.ts'

const DOCUMENTS = {
  page: sandbox.SANDBOXED_PAGE,
  svg: sandbox.SANDBOXED_SVG,
  scripts: sandbox.SANDBOXED_WITH_SCRIPTS,
  drawing: sandbox.diagramFrameHeaders('n'),
  python: sandbox.pythonFrameHeaders('n'),
  text: sandbox.SANDBOXED_TEXT,
}

const CLOSED = "form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

test('the policies of sandboxed documents allow exactly this', () => {
  const policies = Object.entries(DOCUMENTS).map(([name, headers]) => [name, headers['content-security-policy']])
  expect(Object.fromEntries(policies)).toEqual({
    page: `default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:; ${CLOSED}; sandbox`,
    svg: `default-src 'none'; style-src 'unsafe-inline'; img-src data:; ${CLOSED}; sandbox`,
    scripts: `default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:; script-src 'unsafe-inline'; ${CLOSED}; sandbox allow-scripts`,
    drawing: `default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'nonce-n' 'strict-dynamic'; ${CLOSED}; sandbox allow-scripts`,
    python: `default-src 'none'; script-src 'nonce-n' blob: 'wasm-unsafe-eval'; worker-src blob:; ${CLOSED}; sandbox allow-scripts`,
    text: "default-src 'none'; sandbox; frame-ancestors 'none'",
  })
})
