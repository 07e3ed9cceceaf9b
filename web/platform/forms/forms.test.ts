import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '../..')

/** Opening tags of forms, up to their submit handler. */
const FORM = /<form\b[^]*?(?=onSubmit|>)/g

test('only searches put typed text into the address', async () => {
  const intoAddress: string[] = []
  for await (const path of glob('**/*.tsx', { cwd: WEB })) {
    const forms = (await readFile(join(WEB, path), 'utf8')).match(FORM) ?? []
    if (forms.some((form) => !form.includes('method="post"'))) intoAddress.push(path)
  }
  expect(intoAddress.toSorted()).toEqual([
    'conversations/inbox/Inbox.tsx',
    'pages/HomePage.tsx',
    'search/bar/SearchBar.tsx',
    'search/bar/SiteSearch.tsx',
  ])
})
