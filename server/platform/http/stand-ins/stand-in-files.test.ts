import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { openStandInFiles } from './stand-in-files.ts'

it('a limited number of stand-ins is written between two prunes', async () => {
  const folder = createTemporaryFolder('sankofa-stand-in-files-')
  const files = openStandInFiles(folder, 1000, Date.now, 2)
  const store = (key: string) => files.store(key, { loadedAt: 1, keys: [], content: () => key })
  for (const key of ['third last', 'second last', 'last']) store(key)
  await expect.poll(() => files.find('second last')).toBeDefined()
  await expect.poll(() => files.find('third last')).toBeDefined()
  expect(await files.find('last')).toBeUndefined()
  files.close()
  rmSync(folder, { recursive: true })
})
