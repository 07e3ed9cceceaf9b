import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createFairQueue, type Waiter } from '#server/platform/concurrency/fair-queue.ts'
import { countedNetworks } from '#server/platform/http/client-address.ts'

/** OWASP's first choice for argon2id (2 is its number here): 19 MiB, two passes, one lane. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The owner of a password, for the order in the hashing queue. */
export interface PasswordOwner {
  /** The network that the request came from. */
  address: string
  /** The account, if its person is signed in or uses a device on which it signed in before. */
  knownAccount?: string
}

export type Passwords = ReturnType<typeof createPasswords>

/** Time that a hash takes on one core. */
const HASH_MS = 20
/** Maximum queue length: hashing as many passwords takes ten seconds on one core. */
const QUEUE_LENGTH = 512
/** A phone network puts thousands of people behind one address, and a village behind one /48. */
const QUEUE_LENGTH_PER_KEY = 32

const waiterOf = ({ address, knownAccount }: PasswordOwner): Waiter =>
  knownAccount === undefined
    ? { key: countedNetworks(address).at(-1)?.network ?? address, isKnown: false }
    : { key: knownAccount, isKnown: true }

/** Keyboards compose 'é' in different ways; hashes of earlier versions have the way of their keyboard. */
const waysToWrite = (password: string) =>
  new Set([password.normalize('NFC'), password, password.normalize('NFD')])

/**
 * A hash keeps a core busy for some 20 ms. Hashing uses half of the cores, shared by all processes; the other
 * half answers pages. Networks take turns, so that many requests from one network wait behind each other.
 * Only tests hash at a lower cost.
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
    hash: (password: string, owner: PasswordOwner) =>
      queue.run(waiterOf(owner), () => hash(password.normalize('NFC'), cost)),
    /**
     * Takes the same time whether or not the person exists: without a hash it verifies against a dummy one.
     */
    async matches(passwordHash: string | null, password: string, owner: PasswordOwner): Promise<boolean> {
      // The dummy hash is created once, before anybody's turn.
      dummy ??= hash('nobody signs in with this', cost)
      const anyHash = passwordHash ?? (await dummy)
      for (const written of waysToWrite(password))
        if (await queue.run(waiterOf(owner), () => verify(anyHash, written))) return passwordHash !== null
      return false
    },
  }
}
