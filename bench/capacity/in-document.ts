import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const DOCUMENT = join(import.meta.dirname, '../../docs/scaling.md')

/** The formatter pads the cells of tables. */
const plain = (text: string) => text.replaceAll(/ +\|/g, ' |').replaceAll(/-{3,}/g, '---')

/** Whether docs/scaling.md has this table; if not, `npm run bench -- capacity` prints it. */
export const inDocument = (table: string): boolean =>
  plain(readFileSync(DOCUMENT, 'utf8')).includes(plain(table))
