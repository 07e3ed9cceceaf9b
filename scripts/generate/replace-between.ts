import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Replaces the lines between a document's two comments of this name. */
export function replaceBetween(path: string, name: string, text: string): string {
  const document = readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
  const [begin, end] = [`<!-- ${name}: written by npm run generate -->`, `<!-- /${name} -->`]
  const from = document.indexOf(begin)
  const to = document.indexOf(end)
  if (from === -1 || to < from) throw new Error(`${path} lacks the comments ${begin} and ${end}`)
  return `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`
}
