import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cheapPasswords } from '#testing/cheap-passwords.ts'
import { createPasswords } from './passwords.ts'

it('a hash takes as much memory and time as OWASP recommends', async () => {
  const passwords = createPasswords()
  const hash = await passwords.hash('Go-back-and-get-it-1')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches(hash, 'Go-back-and-get-it-1')).toBe(true)
})

it('more passwords at once than a second can take are refused, and the others are checked', async () => {
  const passwords = cheapPasswords()
  const passwordHash = await passwords.hash('Go-back-and-get-it-1')
  const checks = await Promise.allSettled(
    Array.from({ length: 120 }, (_, index) =>
      passwords.matches(index % 2 === 0 ? passwordHash : null, 'Go-back-and-get-it-1'),
    ),
  )
  const refused = checks.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(20)
  for (const each of refused)
    expect(each).toMatchObject({ reason: { code: 'overloaded', retryAfterSeconds: 2 } })
  const matches = checks.map((each) => each.status === 'fulfilled' && each.value)
  expect(matches.filter(Boolean).length).toBeGreaterThan(20)
  expect(matches.filter((_, index) => index % 2 === 1)).not.toContain(true)
  expect(await passwords.matches(passwordHash, 'Go-back-and-get-it-1')).toBe(true)
  expect(await passwords.matches(null, 'nobody signs in with this')).toBe(false)
})

it('nothing else of the server hashes passwords', () => {
  const server = join(import.meta.dirname, '../..')
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  )
  const hashing = files.filter((file) =>
    readFileSync(join(server, file), 'utf8').includes("'@node-rs/argon2'"),
  )
  expect(hashing).toEqual([join('accounts', 'sessions', 'passwords.ts')])
})
