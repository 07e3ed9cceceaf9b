import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { parseLegalText } from './legal-text.ts'

/** Makes every `legal/*.md` a module that exports its LegalText. */
export const legalPagesPlugin: Plugin = {
  name: 'legal-pages',
  async load(id) {
    if (!id.endsWith('.md')) return null
    const text = parseLegalText(await readFile(id, 'utf8'))
    return { code: `export default ${JSON.stringify(text)}`, moduleType: 'js' }
  },
}
