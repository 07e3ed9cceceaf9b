import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createFairQueue, type Waiter } from '#server/platform/concurrency/fair-queue.ts'
import { countedNetworks } from '#server/platform/http/client-address.ts'

/** OWASP's first choice for argon2id (2 is its number here): 19 MiB, two passes, one lane. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Whose password it is, as far as the line for hashing goes. */
export interface PasswordOwner {
  /** The network that it came from. */
  address: string
  /** The account, where its person is signed in or on a device that it was open on. */
  knownAccount?: string
}

export type Passwords = ReturnType<typeof createPasswords>

/** Of a core. */
const HASH_MS = 20
/** Strangers from as many networks wait for some ten seconds on one core at most. */
const QUEUE_LENGTH = 512
/** A phone network puts thousands of people behind one address, and a village behind one /48. */
const QUEUE_LENGTH_PER_KEY = 32

const waiterOf = ({ address, knownAccount }: PasswordOwner): Waiter =>
  knownAccount === undefined
    ? { key: countedNetworks(address).at(-1)?.network ?? address, isKnown: false }
    : { key: knownAccount, isKnown: true }

/**
 * A hash is a hundredth of a second of a whole core. Half of them, shared by all processes, remain for pages, which are
 * answered meanwhile. Networks take turns, so that many requests from one wait behind each other. Only tests hash at a
 * lower cost.
 */
export function createPasswords({ processes = 1, cost = COST } = {}) {
  const queue = createFairQueue({
    concurrency: Math.max(1, Math.floor(availableParallelism() / 2 / processes)),
    length: QUEUE_LENGTH,
    lengthPerKey: QUEUE_LENGTH_PER_KEY,
    workMs: HASH_MS,
  })
  let dummy: Promise<string> | undefined

  return {
    hash: (password: string, owner: PasswordOwner) => queue.run(waiterOf(owner), () => hash(password, cost)),
    /** Takes equally long whether there is such a person or not: without a hash it works on a real one of nobody's. */
    async matches(passwordHash: string | null, password: string, owner: PasswordOwner): Promise<boolean> {
      // Made once, and before anybody's turn.
      dummy ??= hash('nobody signs in with this', cost)
      const anyHash = passwordHash ?? (await dummy)
      const matches = await queue.run(waiterOf(owner), () => verify(anyHash, password))
      return matches && passwordHash !== null
    },
  }
}
