import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'

const jsx = { runtime: 'automatic', importSource: 'preact' } as const

/** Node strips types from `.ts` by itself but does not speak JSX; this compiles `.tsx`. Only for development and tools. */
registerHooks({
  load(url, context, nextLoad) {
    // Styles belong to the browser build; a component that imports one must still render on the server.
    if (url.endsWith('.css')) return { format: 'module', source: '', shortCircuit: true }
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    const path = fileURLToPath(url)
    const { code, map, errors } = transformSync(path, readFileSync(path, 'utf8'), { jsx, sourcemap: true })
    if (errors.length > 0) throw new SyntaxError(errors.map((error) => error.message).join('\n'))
    const inlineMap = Buffer.from(JSON.stringify(map)).toString('base64')
    return {
      format: 'module',
      source: `${code}\n//# sourceMappingURL=data:application/json;base64,${inlineMap}`,
      shortCircuit: true,
    }
  },
})
