import { LRUCache } from 'lru-cache'
import type { Database } from '#server/platform/db/connect.ts'
import { mailboxOf } from '#server/platform/mail/mailbox.ts'
import type { Secrets } from '#server/platform/process/secrets.ts'
import { selectMailbox } from './queries.ts'

const CACHED_MAX = 10_000

const asKey = (hash: Buffer) => hash.toString('base64url')

/**
 * Identifies people from whom others are protected, by a keyed hash of the mailbox or phone number that they
 * registered with. All accounts of one mailbox share the hash, successive as well as simultaneous ones.
 */
export type PersonHashes = ReturnType<typeof createPersonHashes>

export function createPersonHashes(secrets: Secrets) {
  const hashOf = (email: string) => secrets.digest('mailbox', mailboxOf(email))
  // An account's hash never changes, so nothing has to be invalidated.
  const cached = new LRUCache<string, Buffer>({ max: CACHED_MAX })

  async function hashOfAccount(db: Database, accountId: string): Promise<Buffer | undefined> {
    const known = cached.get(accountId)
    if (known) return known
    const row = await selectMailbox(db, accountId)
    const hash = row?.mailbox_hash ?? (row?.email ? hashOf(row.email) : undefined)
    if (!hash) return undefined
    cached.set(accountId, hash)
    return hash
  }

  return {
    hashOf,
    /** The hash as text, for keys of limits. */
    keyOf: (email: string) => asKey(hashOf(email)),
    /**
     * The hash stays when the address changes. Undefined without an account, for example after it was
     * deleted.
     */
    hashOfAccount,
    /** The subject for keys of a person's limits: the mailbox, or without one the person's own id. */
    async subjectOf(db: Database, accountId: string): Promise<string> {
      const hash = await hashOfAccount(db, accountId)
      return hash ? asKey(hash) : accountId
    },
  }
}
