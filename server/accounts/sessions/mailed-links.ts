import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lockAccount } from '#server/accounts/account.ts'
import {
  canOpen,
  getMailedLink,
  type OneTimePurpose,
  takeMailedLink,
  useUpLinks,
} from '#server/accounts/one-time-tokens/service.ts'
import { type AccountRow, selectAccount } from '#server/accounts/queries.ts'
import type { ClientDevice } from './device.ts'
import type { SignInResult } from './sign-in.ts'

/** The payload of links that open an account. */
export interface LinkPayload {
  /** The requesting browser. */
  browser?: string
}

export interface LinkOpening {
  token: string
  /** True if the person pressed the button that the page shows in other browsers. */
  confirmed?: boolean
  device: ClientDevice
}

export type OpenedLink = Awaited<ReturnType<typeof openLink>>

export const NOT_SIGNED_IN: SignInResult = { opened: null, challenge: null }

/** Returns whether the device requested the link. */
export const isRequesting = ({ browser }: LinkPayload, device: ClientDevice): boolean =>
  browser !== undefined && browser === device.browser

/**
 * Opens a link into an account and uses up the account's other links of its kind. Programs that scan mails
 * open every link and run its page's scripts, so in a browser that did not request the link nothing happens
 * before a tap.
 */
export async function openLink(
  { db }: Pick<Context, 'db'>,
  { token, confirmed, device, purpose }: LinkOpening & { purpose: OneTimePurpose },
  act: (tx: Database, account: AccountRow) => Promise<SignInResult>,
) {
  const presented = { purpose, secret: token }
  const link = await getMailedLink<LinkPayload>(db, presented)
  const isRequester = isRequesting(link.payload, device)
  const account = await selectAccount(db, link.accountId)
  if (!account || !canOpen(link, isRequester)) throw new AppError('link-expired')
  if (!isRequester && !confirmed) return { signedIn: NOT_SIGNED_IN, account: account.email }
  const signedIn = await db.transaction().execute(async (tx) => {
    const current = await lockAccount(tx, { userId: account.id })
    await takeMailedLink(tx, { ...presented, isRequester })
    await useUpLinks(tx, { accountId: account.id, purpose })
    return act(tx, current)
  })
  return {
    signedIn,
    /** The address of the account that it would open, while it waits to be confirmed in another browser. */
    account: null,
  }
}
