import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { cheapPasswords } from '#testing/accounts/cheap-passwords.ts'
import { createPasswords } from './passwords.ts'

const HERE = { address: '198.51.100.7' }

it('a hash uses as much memory and time as OWASP recommends', async () => {
  const passwords = createPasswords()
  const hash = await passwords.hash('Sankofa-2026', HERE)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches(hash, 'Sankofa-2026', HERE)).toBe(true)
})

it('excess simultaneous passwords from one network are refused, the others are checked', async () => {
  const passwords = cheapPasswords()
  const passwordHash = await passwords.hash('Sankofa-2026', HERE)
  const checks = await Promise.allSettled(
    Array.from({ length: 120 }, (_, index) =>
      passwords.matches(index % 2 === 0 ? passwordHash : null, 'Sankofa-2026', HERE),
    ),
  )
  const refused = checks.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(20)
  for (const each of refused)
    expect(each).toMatchObject({ reason: { code: 'overloaded', retryAfterSeconds: 2 } })
  const matches = checks.map((each) => each.status === 'fulfilled' && each.value)
  expect(matches.filter(Boolean).length).toBeGreaterThan(10)
  expect(matches.filter((_, index) => index % 2 === 1)).not.toContain(true)
  expect(await passwords.matches(passwordHash, 'Sankofa-2026', HERE)).toBe(true)
  expect(await passwords.matches(null, 'nobody signs in with this', HERE)).toBe(false)
})

describe('password checks during an attack from 250 networks', () => {
  it.each([
    ['a stranger from another network', { address: '203.0.113.5' }],
    ['a known device', { address: '198.18.0.1', knownAccount: 'ama' }],
  ])('%s gets a turn', async (_, owner) => {
    const passwords = cheapPasswords()
    const over = new AbortController()
    async function send(address: string): Promise<void> {
      while (!over.signal.aborted)
        await passwords.hash('Sankofa-2026', { address }).catch(() => setImmediate())
    }
    const networks = Array.from({ length: 250 }, (__, n) => `198.18.0.${n}`)
    // Each network has three connections, more than may wait.
    const attack = Promise.all(networks.flatMap((address) => [1, 2, 3].map(() => send(address))))
    expect(await passwords.hash('Sankofa-2026', owner)).toContain('$argon2id$')
    over.abort()
    await attack
  })

  it('a customer with a whole /48 counts as one network', async () => {
    const passwords = cheapPasswords()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) =>
        passwords.hash('Sankofa-2026', { address: `2001:db8:1:${n.toString(16)}::/64` }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(50)
  })
})

it('only passwords.ts hashes passwords', () => {
  const server = join(import.meta.dirname, '../..')
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  )
  const hashing = files.filter((file) =>
    readFileSync(join(server, file), 'utf8').includes("'@node-rs/argon2'"),
  )
  expect(hashing).toEqual([join('accounts', 'sessions', 'passwords.ts')])
})
