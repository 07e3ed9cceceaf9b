import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createGate } from '#server/platform/concurrency/gate.ts'

/** OWASP's first choice for argon2id (2 is its number here): 19 MiB, two passes, one lane. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes equally long whether there is such a person or not: without a hash it works on a real one of nobody's. */
  matches(passwordHash: string | null, password: string): Promise<boolean>
}

/**
 * A hash is a hundredth of a second of a whole core. Half of them, shared by all processes, remain for pages, which are
 * answered meanwhile, and the last request in the queue waits for about a second. Only tests hash at a lower cost.
 */
export function createPasswords({ processes = 1, cost = COST } = {}): Passwords {
  const gate = createGate({
    concurrency: Math.max(1, Math.floor(availableParallelism() / 2 / processes)),
    queueLength: 64,
    retryAfterSeconds: 2,
  })
  const hashPassword = (password: string) => gate.run(() => hash(password, cost))
  let dummy: Promise<string> | undefined

  return {
    hash: hashPassword,
    async matches(passwordHash, password) {
      // Once it has failed, as for a line that is full, it is made anew.
      dummy ??= hashPassword('nobody signs in with this').catch((error: unknown) => {
        dummy = undefined
        throw error
      })
      const anyHash = passwordHash ?? (await dummy)
      const matches = await gate.run(() => verify(anyHash, password))
      return matches && passwordHash !== null
    },
  }
}
