import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createGate } from '#server/platform/concurrency/gate.ts'

/** OWASP's first choice for argon2id (2 is its number here): 19 MiB, two passes, one lane. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A hash is a hundredth of a second of a whole core. Half of them remain for pages, which are answered meanwhile, and
 * the last request in the queue waits for about a second.
 */
const openGate = (processes: number) =>
  createGate({
    concurrency: Math.max(1, Math.floor(availableParallelism() / 2 / processes)),
    queueLength: 64,
    retryAfterSeconds: 2,
  })

let gate = openGate(1)

/** So many processes share that half of the cores. Before the first hash. */
export const shareHashing = (processes: number): void => void (gate = openGate(processes))

export const hashPassword = (password: string): Promise<string> => gate.run(() => hash(password, OPTIONS))

let dummy: Promise<string> | undefined

/** Takes equally long whether there is such a person or not: without a hash it works on a real one of nobody's. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  // Once it has failed, as for a line that is full, it is made anew.
  dummy ??= hashPassword('nobody signs in with this').catch((error: unknown) => {
    dummy = undefined
    throw error
  })
  const anyHash = passwordHash ?? (await dummy)
  const matches = await gate.run(() => verify(anyHash, password))
  return matches && passwordHash !== null
}
