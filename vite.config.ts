import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { firstViewPlugin } from './scripts/build/first-view-plugin.ts'
import { legalPagesPlugin } from './scripts/build/legal-pages-plugin.ts'
import { minifyAgain } from './scripts/build/minify-again.ts'
import { publicCode } from './scripts/build/public-code.ts'

const root = import.meta.dirname
/** The files are built once and downloaded often, so brotli's slowest level is worth its time. */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  async writeBundle({ dir = '' }) {
    const names = await readdir(dir, { recursive: true })
    for (const name of names.filter((file) => /\.(js|css|svg)$/.test(file))) {
      const bytes = await readFile(join(dir, name))
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
      await writeFile(join(dir, `${name}.br`), brotliCompressSync(bytes, { params }))
    }
  },
}

/** Chunks that every page loads before it requests others. */
const SHARED_CHUNKS = /\/(?:rolldown-runtime|react|shared)-[\w-]+\.js$/
const RARELY_OPENED =
  /\/(?:ForAnonymous|log-out|session-refresh|signed-in-addresses|StaffLink|ActiveFilters|UnusualResults|OwnRows|HomeRows|DistanceOrigin|AttributeFilters|ReviewSection|ReportDialog|HiddenPage|OwnContacts|PersonSheet|CountingSheet|MessageSheet|OfferSheet|SendOnReturn|ProofDialog|(?:Design|Moderation|Appeal|Deals|Decisions|StolenPhones|Reports|Unsubscribe|UpdatePassword|ResetPassword|VerifyEmail|AuthCallback|Contact|Cookies|OutsideReport|Transparency|Terms|Privacy|SavedSearches)Page)-/

export default defineConfig({
  root,
  publicDir: 'web/public',
  appType: 'custom',
  plugins: [
    react(),
    tailwind(),
    precompress,
    legalPagesPlugin,
    minifyAgain,
    firstViewPlugin(join(root, 'dist/client')),
  ],
  builder: {},
  build: {
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // Listing their scripts would cost every visitor of a product more than it saves the few who open these parts.
      resolveDependencies: (file, dependencies) =>
        dependencies.filter((name) =>
          RARELY_OPENED.test(file) ? name.endsWith('.css') : !SHARED_CHUNKS.test(name),
        ),
    },
    emptyOutDir: true,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: { main: 'web/app/entry-client.tsx' },
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
                ...publicCode(root),
              ],
            },
          },
        },
      },
    },
    // The worker is built separately and after the client: it shares no files with pages, because some browsers do not
    // let a worker import.
    worker: {
      consumer: 'client',
      build: {
        outDir: 'dist/client',
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: 'web/platform/sw/service-worker.ts',
          output: { entryFileNames: 'sw.js', format: 'iife' },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: { input: 'web/app/entry-server.tsx' },
      },
    },
    // The HTML of every page contains this script, so its output belongs to the server.
    starter: {
      consumer: 'client',
      build: {
        outDir: 'dist/server',
        emptyOutDir: false,
        copyPublicDir: false,
        modulePreload: false,
        rolldownOptions: {
          input: 'web/app/starter.ts',
          output: { entryFileNames: 'starter.js', format: 'iife' },
        },
      },
    },
  },
})
