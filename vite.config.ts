import { existsSync } from 'node:fs'
import { defineConfig } from 'vite'

/** The service worker must keep one address for ever and lie at the root, or it may not control the pages. */
const serviceWorker = 'src/app/sw.ts'

/** The browser's half: styles and islands. Pages are rendered by the server, which finds the hashed names in the manifest. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist/client',
    manifest: true,
    sourcemap: 'hidden',
    // The first versions with light-dark(); Vite's own default is older and would rewrite our styles for it.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy allows no data: addresses for fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        browser: 'src/app/browser.ts',
        // Runs in a frame of its own, without our origin: no page loads it.
        mermaid: 'src/features/rendered/islands/diagram-frame.ts',
        ...(existsSync(serviceWorker) && { sw: serviceWorker }),
      },
      output: {
        entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
})
