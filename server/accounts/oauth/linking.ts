import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { insertAccount, selectAccount, updateFullName } from '#server/accounts/queries.ts'
import { giveToOwner } from '#server/accounts/unproved-account.ts'
import type { ProviderPerson } from './provider.ts'
import { insertIdentity, lockAccountByEmail, selectIdentity } from './queries.ts'

const UNIQUE_VIOLATION = '23505'

export type LinkedAccount = Awaited<ReturnType<typeof findOrCreateAccount>>

export type LinkingDeps = Pick<Context, 'changes' | 'config' | 'personNames' | 'revocations'>

async function linkAccount(ctx: LinkingDeps, tx: Database, person: ProviderPerson) {
  const linked = await selectIdentity(tx, person)
  if (linked !== undefined) return { id: linked, isFirst: false }
  const existing = await lockAccountByEmail(tx, person.email)
  if (existing === undefined && !ctx.config.accounts.signup) throw new AppError('signup-disabled')
  const name = await ctx.personNames.firstFitting(person.name, person.email.split('@')[0])
  const id = existing ?? (await insertAccount(tx, { ...person, name }))
  const account = id === undefined ? undefined : await selectAccount(tx, id)
  if (!account) throw new AppError('already-registered')
  const isFirst = account.email_verified_at === null
  if (isFirst) {
    await giveToOwner(ctx, tx, { accountId: account.id })
    await updateFullName(tx, account.id, name)
  }
  await insertIdentity(tx, person, account.id)
  return { id: account.id, isFirst }
}

/**
 * Finds or creates the account of a person whom a provider identified. `isFirst` is true if nobody has signed
 * in to it before.
 */
export async function findOrCreateAccount(ctx: LinkingDeps, tx: Database, person: ProviderPerson) {
  const { id, isFirst } = await linkAccount(ctx, tx, person)
  const account = await selectAccount(tx, id)
  if (!account) throw new AppError('session-ended')
  return { account, isFirst }
}

/**
 * Two tabs may both find no account; the second one retries and finds the account that the first one created.
 */
export function wasCreatedConcurrently(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'already-registered'
  return (error as { code?: unknown } | null)?.code === UNIQUE_VIOLATION
}
