import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

describe('a fresh clone', () => {
  it.each(['bench', 'chaos', 'outages', 'soak'])(
    'npm run %s installs and builds before it starts a site',
    (name) => {
      // Node is named by its path: a shell may remember the machine's own Node, which ran the first half.
      expect(scripts[name]).toMatch(
        /^node scripts\/build-pages\.js && node_modules\/\.bin\/node bench\/\S*main\.ts$/,
      )
    },
  )
})
