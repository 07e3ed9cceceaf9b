import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const top = join(import.meta.dirname, '..')
const DOCUMENTS = globSync(['*.md', 'docs/*.md'], { cwd: top })

/** `server/app.ts`, but neither `server/<domain>/x.ts` nor the example `contract/NNNN.ts`. */
const NAMED_PATH = /`((?:contract|server|web|demo|testing|e2e|bench|scripts|docs)\/[\w./-]+)`/g
const LINK = /\]\((?!https?:|mailto:|#)([^)#]+)(?:#[^)]*)?\)/g

test.each(DOCUMENTS)('every path that %s names exists', (document) => {
  const text = readFileSync(join(top, document), 'utf8')
  const named = Array.from(text.matchAll(NAMED_PATH), ([, path = '']) => path)
  const linked = Array.from(text.matchAll(LINK), ([, path = '']) => join(dirname(document), path))
  const paths = [...named, ...linked].filter((path) => !path.includes('NNNN'))
  expect(paths.filter((path) => !existsSync(join(top, path)))).toEqual([])
})
