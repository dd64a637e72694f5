import { zipOf } from '../zips.ts'
import { FILES, type Person, type Stage, TEXT } from './stage.ts'

export type Heavy = {
  name: string
  send: (stage: Stage, person: Person, n: number) => Promise<Response>
}

const get = (name: string, path: (person: Person) => string, who?: 'repo'): Heavy => ({
  name,
  send: (stage, person) => {
    const reader = who === 'repo' ? stage.repoOf : person
    return fetch(`http://127.0.0.1:${stage.port}${path(reader)}`, {
      headers: { cookie: reader.cookie, accept: 'text/html' },
    })
  },
})

const post = (name: string, path: string, body: (person: Person, n: number) => unknown): Heavy => ({
  name,
  send: ({ port }, person, n) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { cookie: person.cookie, 'content-type': 'application/json', origin: `http://127.0.0.1:${port}` },
      body: JSON.stringify(body(person, n)),
    }),
})

/** Every character escaped: six bytes of body for one of content. */
const escaped = (text: string) =>
  Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')

let archive: Promise<Blob> | undefined
const zipped = () =>
  (archive ??= zipOf(Array.from({ length: FILES }, (_, i) => ({ name: `a${i}.py`, content: TEXT + i }))).then(
    (bytes) => new Blob([bytes]),
  ))
let largeBody: string | undefined

/** The requests that need the most memory, each of them the largest that the limits allow. */
export const HEAVY: readonly Heavy[] = [
  get('GET /shares/new, all files', ({ ids }) => `/shares/new?files=${ids.join(',')}`),
  post('POST create-share-link, all files', '/api/files/create-share-link', ({ ids }) => ({ file_ids: ids })),
  post('POST bulk-tag, all files', '/api/files/bulk-tag', ({ ids }, n) => ({ file_ids: ids, tags: [`tag${n}`] })),
  post('POST create-zip, all files', '/api/files/create-zip', ({ ids }) => ({ file_ids: ids })),
  get('GET /export', () => '/export'),
  get('GET /files?q, all files match', () => '/files?q=needle_of_code'),
  get('GET /api/files?q, all files match', () => '/api/files?q=needle_of_code'),
  get('GET history, two versions of 2 MiB', ({ ids }) => `/file/${ids[0]}/history?from=1&to=2`),
  get('GET /file, 2 MiB', ({ ids }) => `/file/${ids[0]}`),
  get('GET /md, 2 MiB', ({ ids }) => `/md/${ids[0]}`),
  {
    name: 'POST /api/files, 12 MiB of JSON',
    send: ({ port }, { cookie }, n) => {
      largeBody ??= escaped(TEXT.slice(0, 2_000_000))
      return fetch(`http://127.0.0.1:${port}/api/files`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', origin: `http://127.0.0.1:${port}` },
        body: `{"file_name":"escaped${n}.py","content":"${largeBody}"}`,
      })
    },
  },
  {
    name: 'POST /api/import, zip of all files',
    send: async ({ port }, { cookie }) => {
      const body = new FormData()
      body.append('file', await zipped(), 'library.zip')
      const headers = { cookie, origin: `http://127.0.0.1:${port}` }
      return fetch(`http://127.0.0.1:${port}/api/import`, { method: 'POST', headers, body })
    },
  },
  get('GET repo search, one long line', () => '/repos/noa/long?q=needle', 'repo'),
  get('GET repo blame, was a long line', () => '/repos/noa/long/was-long.txt?view=blame', 'repo'),
  get('GET repo history', () => '/repos/noa/long/was-long.txt?view=history', 'repo'),
  get('GET repo commit', () => '/repos/noa/long?view=commit', 'repo'),
  get('GET repo download, one long line', () => '/repos/noa/long/long.txt?download=1', 'repo'),
]
