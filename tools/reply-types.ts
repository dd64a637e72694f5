import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { RouteInfo } from '#platform/http/types.ts'
import { projectRoot } from '#platform/project-root.ts'

const HEAD = `// Made by \`npm run generate\` from the routes of the server; do not edit.
import type { z } from 'zod'

/** The reply of every JSON route when it succeeds. */
export type Replies = {
`

/** test/reply-types.ts: types have no run time, so the compiler cannot ask the server for the replies of its routes. */
export async function replyTypes(routes: readonly RouteInfo[]): Promise<string> {
  const names = await schemaNames()
  const lines = routes.flatMap(({ method, url, schema: { response, produces } }) => {
    if (!url.startsWith('/api/') || response === undefined || produces) return []
    const types = [...new Set(Object.values(Responses.parse(response)))].map((schema) => {
      const name = names.get(schema)
      if (name === undefined) throw new Error(`${method} ${url}: no schema.ts exports the schema of its reply`)
      return `z.output<typeof ${name}>`
    })
    return [`  '${method} ${url}': ${types.join(' | ')}\n`]
  })
  return `${HEAD}${lines.toSorted().join('')}}\n`
}

const Responses = z.record(z.string(), z.instanceof(z.ZodType))

/** How TypeScript names each exported schema, such as `import('#features/files/schema/files.ts').ListReply`. */
async function schemaNames(): Promise<Map<z.ZodType, string>> {
  const paths = globSync(['base/wire-types.ts', 'features/*/schema.ts', 'features/*/schema/*.ts'], {
    cwd: join(projectRoot, 'src'),
    exclude: ['**/*.test.ts'],
  })
  const names = new Map<z.ZodType, string>()
  for (const path of paths.toSorted()) {
    const exported: unknown = await import(pathToFileURL(join(projectRoot, 'src', path)).href)
    for (const [name, value] of Object.entries(z.record(z.string(), z.unknown()).parse({ ...Object(exported) })))
      if (value instanceof z.ZodType && !names.has(value)) names.set(value, `import('#${path}').${name}`)
  }
  return names
}
