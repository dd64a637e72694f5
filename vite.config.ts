import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { defineConfig, type Plugin } from 'vite'
import { SHEETS, sheetPath } from './src/ui/sheets.ts'

/**
 * Files that keep one address for ever: the service worker, which must lie at the root to control the pages, and the script that other
 * sites load. Each is bundled by itself into one file: what it shares with the pages would else become another file, and not every
 * browser lets a worker import one.
 */
const STAND_ALONE = { 'sw.js': 'src/app/sw.ts', 'embed.js': 'src/features/shares/islands/embed-script.ts' }

const standAlone: Plugin = {
  name: 'stand-alone',
  buildStart() {
    for (const input of Object.values(STAND_ALONE)) this.addWatchFile(input)
  },
  async generateBundle() {
    for (const [fileName, input] of Object.entries(STAND_ALONE)) {
      const bundle = await rolldown({ input, platform: 'browser' })
      for (const file of await bundle.watchFiles) this.addWatchFile(file)
      const { output } = await bundle.generate({ format: 'iife', minify: true })
      await bundle.close()
      this.emitFile({ type: 'asset', fileName, source: output[0].code })
    }
  },
}

/**
 * Mermaid draws most diagrams with elkjs, whose licence (EPL-2.0) does not allow it to be passed on as a part of a program under the AGPL.
 * They are drawn with dagre instead, as in mermaid's own small build.
 */
const withoutElk: Plugin = {
  name: 'without-elk',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!/^\.\/elk-\w+\.mjs$/.test(id) || !importer?.includes('/mermaid/')) return null
    const [dagre] = globSync('dagre-*.mjs', { cwd: dirname(importer) })
    if (dagre === undefined) throw new Error('mermaid has no file of the layout dagre')
    return join(dirname(importer), dagre)
  },
}

/** What the script of every page shares with the islands. It must not load Preact before the first touch. */
const FIRST = new RegExp(
  [
    'src/base/(keys-of|messages|shortcuts)\\.ts',
    'src/browser/(begun-storage|early-presses|first-notes|first-touch|header-height|keyboard|late-fonts|note-draft|note-request|opened|page-life|selected-lines|service-worker|sleep|when-online)\\.ts',
    'src/features/notes/messages/asking\\.ts',
    'preload-helper',
  ].join('|'),
)

/** What the islands of nearly every page stand on: one file, where the bundler would make a dozen of a few hundred bytes. */
const CORE = new RegExp(
  [
    // The editor announces itself to the notes, which it must not load for that.
    'src/browser/(open-editor|replace-textarea)\\.ts',
    'node_modules/(preact|@preact)/',
    'packages/follow/src/lines\\.ts',
    'src/base/(lines|text)\\.ts',
    'src/browser/(api|announce|clipboard|fetch-page|hydrate|large-code|navigate|remind|replace-page-parts|save-queue|signed-out|toast|view-links|watch-request)\\.ts',
    'src/features/files/(file|path|tags)\\.ts',
    'src/features/viewer/line-range\\.ts',
    'src/ui/(icons\\.tsx|messages\\.ts|components/(button|notice|skeleton)\\.tsx)',
  ].join('|'),
)

/** What notes share with the editor, reminders and lists of results: those pages must not load the notes for it. */
const COMMON =
  /packages\/follow\/src\/diff\/|src\/base\/((bidi|diff)\/|(relative-time|symbol)\.ts)|src\/browser\/watch\.ts|src\/features\/notes\/color-ids\.ts|src\/ui\/components\/(file-name|marked|time)\.tsx/

/** The notes beside a text. Boards and the inbox show the same cards. */
const NOTES = /src\/features\/notes\/islands\/(margin\/open|parts\/(note-card|load-failed))\.tsx/

/** The script and the styles of every page. */
const SHARED = /^assets\/(browser|core|first|islands)-/

/** The bundler's helpers, a file of 400 bytes. */
const HELPERS = /^assets\/rolldown-runtime-/
const HELPER_IMPORT = /^import \{ \w+ as (__exportAll[\w$]*) \} from "\.\/rolldown-runtime-[^"]+";$/m

/**
 * A script that needs only the helper which makes a namespace carries its own: on a slow connection the file of the helpers would be one
 * more request of every page with notes. A function is hoisted, so it can stand at the end, and no line of the source map moves.
 */
const ownNamespaces: Plugin = {
  name: 'own-namespaces',
  renderChunk(code) {
    const [statement, name] = HELPER_IMPORT.exec(code) ?? []
    if (statement === undefined) return null
    const helper = `function ${name}(all) {
  const namespace = {}
  for (const key in all) Object.defineProperty(namespace, key, { get: all[key], enumerable: true })
  return namespace
}`
    return { code: `${code.replace(statement, '')}\n${helper}\n`, map: null }
  },
}

/**
 * Every `import()` carries a list of what to fetch beside it. Those of the islands would be in the script of every page, and the head
 * of a page names them already; the other lists leave out what every page has.
 */
function withoutShared(_: string, deps: string[], { hostId }: { hostId: string }): string[] {
  return SHARED.test(hostId) ? [] : deps.filter((dep) => !SHARED.test(dep) && !HELPERS.test(dep))
}

type Bundle = Readonly<Record<string, { type: 'asset' } | { type: 'chunk'; imports: string[]; code: string }>>

/** A script and its transitive imports. The bundler still lists the import that `ownNamespaces` removed. */
function withImports(file: string, bundle: Bundle, found = new Set<string>()): Set<string> {
  const output = bundle[file]
  if (output?.type !== 'chunk' || found.has(file)) return found
  found.add(file)
  for (const each of output.imports) if (output.code.includes(basename(each))) withImports(each, bundle, found)
  return found
}

const ISLAND = /\/src\/features\/([^/]+)\/islands\/(.+)\.tsx$/
/** The page of the editor names it too: its island imports it later, so that a failure can be said. */
const EDITOR = /\/src\/(browser)\/(editor)\.ts$/

/** Writes which files an island needs: a page names them in its head. The manifest knows only modules with a file of their own. */
const islandFiles: Plugin = {
  name: 'island-files',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const islands = chunks.flatMap((chunk) =>
      chunk.moduleIds.flatMap((id) => {
        const [, folder, file] = ISLAND.exec(id) ?? EDITOR.exec(id) ?? []
        return folder === undefined ? [] : [[`${folder}/${file}`, [...withImports(chunk.fileName, bundle)]]]
      }),
    )
    this.emitFile({ type: 'asset', fileName: 'islands.json', source: JSON.stringify(Object.fromEntries(islands)) })
  },
}

/** The browser's half: styles and islands. Pages are rendered by the server, which finds the hashed names in the manifest. */
export default defineConfig({
  plugins: [standAlone, withoutElk, ownNamespaces, islandFiles],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist/client',
    manifest: true,
    sourcemap: 'hidden',
    // The first versions with light-dark(); Vite's own default is older and would rewrite our styles for it.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy allows no data: addresses for fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: withoutShared },
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        browser: 'src/app/browser.ts',
        // Runs in a frame of its own, without our origin: no page loads it.
        mermaid: 'src/features/rendered/islands/diagram-frame.ts',
        // Likewise: somebody's Python runs there.
        python: 'src/browser/python/frame.ts',
        // Of the one page that is shown without a connection.
        offline: 'src/features/install/islands/offline.ts',
        // Of a share inside a page of another site.
        embed: 'src/features/shares/islands/embed-frame.ts',
        ...Object.fromEntries(SHEETS.map((sheet) => [`styles-${sheet}`, sheetPath(sheet)])),
      },
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            { name: 'first', test: FIRST, priority: 4 },
            { name: 'core', test: CORE, priority: 3 },
            { name: 'common', test: COMMON, priority: 2 },
            { name: 'notes', test: NOTES, priority: 1 },
          ],
        },
      },
    },
  },
})
