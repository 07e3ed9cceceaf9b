import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadSecrets } from './key-file.ts'
import { secretsFrom } from './secrets.ts'

const secrets = secretsFrom(new Uint8Array(32).fill(7))

it('decrypt() refuses changed data and other purposes', () => {
  const sealed = secrets.encrypt('totp', 'JBSWY3DPEHPK3PXP')
  expect(secrets.decrypt('totp', sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(() => secrets.decrypt('other', sealed)).toThrow()
  sealed[20] = (sealed[20] ?? 0) ^ 1
  expect(() => secrets.decrypt('totp', sealed)).toThrow()
})

it('each purpose has its own key', () => {
  expect(secrets.keyFor('a')).not.toEqual(secrets.keyFor('b'))
  expect(secrets.digest('a', 'code')).toEqual(secrets.digest('a', 'code'))
})

it('the key is stored in the data folder, readable by its owner only', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'secrets-'))
  const [first, second] = await Promise.all([
    loadSecrets({ secret: { key: undefined }, dataDir }),
    loadSecrets({ secret: { key: undefined }, dataDir }),
  ])
  expect(first.keyFor('x')).toEqual(second.keyFor('x'))
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
})

it('processes that start together agree on one key and leave no other file', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'secrets-'))
  const starts = Array.from({ length: 20 }, () => loadSecrets({ secret: { key: undefined }, dataDir }))
  const keys = (await Promise.all(starts)).map((each) => Buffer.from(each.keyFor('x')).toString('hex'))
  expect(new Set(keys).size).toBe(1)
  expect(await readdir(dataDir)).toEqual(['secret.key'])
})

it.each(['', 'c2hvcnQ='])('a key file with %j is refused', async (text) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'secrets-'))
  await writeFile(join(dataDir, 'secret.key'), text)
  await expect(loadSecrets({ secret: { key: undefined }, dataDir })).rejects.toThrow(
    /secret\.key is not a key/,
  )
})
