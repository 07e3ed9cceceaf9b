import * as z from 'zod/mini'
import { OneTimeToken } from '#contract/accounts/accounts.ts'
import { endpoint } from '#contract/endpoint.ts'

export const DataExport = z.object({
  status: z.enum(['preparing', 'ready', 'failed']),
  requestedAt: z.string(),
  /** End of the time in which it can be downloaded; null unless it is ready. */
  expiresAt: z.nullable(z.string()),
})
export type DataExport = z.output<typeof DataExport>

/**
 * Data that outlives an account because it protects others, stored under keyed hashes of its mailbox and
 * phone number.
 */
export const Remains = z.object({
  /** End of the account's limits; null without any. */
  limitedUntil: z.nullable(z.string()),
  /** True if moderators are looking at something of the person; it stays until they have decided. */
  isChecked: z.boolean(),
  /** Time until which justified reports are remembered; null without any. */
  upheldUntil: z.nullable(z.string()),
})
export type Remains = z.output<typeof Remains>

export const personalDataContract = {
  getExport: endpoint({
    method: 'GET',
    path: '/api/account/export',
    access: 'signed-in',
    summary: "Returns the state of the person's last requested copy of their data.",
    reply: z.object({ export: z.nullable(DataExport) }),
  }),
  requestExport: endpoint({
    method: 'POST',
    path: '/api/account/export',
    access: 'signed-in',
    freshProof: true,
    summary:
      "Begins a copy of the person's data. Once it is ready, a private link is mailed, or people without an address are notified.",
    reply: z.object({ export: DataExport }),
    status: 202,
  }),
  downloadExport: endpoint({
    method: 'POST',
    path: '/api/account/export/download',
    access: 'signed-in',
    freshProof: true,
    summary:
      "Downloads the ZIP of the person's data, by the secret of the mailed link; people without an e-mail address need no secret.",
    body: z.object({ token: z.optional(OneTimeToken) }),
    reply: z.string(),
    contentType: 'application/zip',
  }),
  getRemains: endpoint({
    method: 'GET',
    path: '/api/account/remains',
    access: 'signed-in',
    summary: 'Returns what would be stored for the protection of others if the account were deleted now.',
    reply: Remains,
  }),
  deleteAccount: endpoint({
    method: 'POST',
    path: '/functions/v1/delete-user-account',
    access: 'signed-in',
    freshProof: true,
    summary:
      "Deletes the person's account and all personal data, except what `getRemains` names. A failure is {error: string, code: string}.",
    reply: z.object({ success: z.literal(true) }),
  }),
}
