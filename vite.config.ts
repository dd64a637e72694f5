import { rolldown } from 'rolldown'
import { defineConfig, type Plugin } from 'vite'

/**
 * The service worker keeps one address for ever and lies at the root, or it may not control the pages. Bundled by itself into one file:
 * what it shares with the pages would else become a third file, and not every browser lets a worker import one.
 */
const serviceWorker: Plugin = {
  name: 'service-worker',
  buildStart() {
    this.addWatchFile('src/app/sw.ts')
  },
  async generateBundle() {
    const bundle = await rolldown({ input: 'src/app/sw.ts', platform: 'browser' })
    for (const file of await bundle.watchFiles) this.addWatchFile(file)
    const { output } = await bundle.generate({ format: 'iife', minify: true })
    await bundle.close()
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: output[0].code })
  },
}

/** What the islands of nearly every page stand on: one file, where the bundler would make a dozen of a few hundred bytes. */
const CORE =
  /node_modules\/(preact|@preact)\/|src\/browser\/(api|announce|fetch-page|go|hydrate|page-life|toast|when-online)\.ts|src\/base\/(messages|text)\.ts|rolldown\/runtime|preload-helper/

/** The script and the styles of every page. */
const SHARED = /^assets\/(browser|core)-/

/**
 * Every `import()` carries a list of what to fetch beside it. Those of the islands would be in the script of every page, and the head
 * of a page names them already; the other lists leave out what every page has.
 */
function withoutShared(_: string, deps: string[], { hostId }: { hostId: string }): string[] {
  return SHARED.test(hostId) ? [] : deps.filter((dep) => !SHARED.test(dep))
}

/** The browser's half: styles and islands. Pages are rendered by the server, which finds the hashed names in the manifest. */
export default defineConfig({
  plugins: [serviceWorker],
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
      },
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: { groups: [{ name: 'core', test: CORE }] },
      },
    },
  },
})
