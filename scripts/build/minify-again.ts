import { minify } from 'terser'
import type { Plugin } from 'vite'

/** Shortens the minified code of pages once more: two minifiers find a hundredth more than one. */
export const minifyAgain: Plugin = {
  name: 'minify-again',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client' || name === 'starter',
  async generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const { code } = await minify(chunk.code, { module: true, ecma: 2020, compress: { passes: 2 } })
      if (code !== undefined) chunk.code = code
    }
  },
}
