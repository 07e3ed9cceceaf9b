import * as z from 'zod/mini'
import { OneTimeToken } from '#contract/accounts/accounts.ts'
import { endpoint } from './endpoint.ts'

export const DataExport = z.object({
  status: z.enum(['preparing', 'ready', 'failed']),
  requestedAt: z.string(),
  /** Until when it can be downloaded; null unless ready. */
  expiresAt: z.nullable(z.string()),
})
export type DataExport = z.output<typeof DataExport>

/** What outlives an account because it protects others, under keyed hashes of its mailbox and phone number. */
export const Remains = z.object({
  /** Until when the account is limited; null unless it is. */
  limitedUntil: z.nullable(z.string()),
  /** Whether something of the person is being looked at; it stays until that is decided. */
  isChecked: z.boolean(),
  /** Until when reports that were right are remembered; null without any. */
  upheldUntil: z.nullable(z.string()),
})
export type Remains = z.output<typeof Remains>

export const personalDataContract = {
  getExport: endpoint({
    method: 'GET',
    path: '/api/account/export',
    access: 'signed-in',
    summary: "How far the copy of the person's data is, which they requested last.",
    reply: z.object({ export: z.nullable(DataExport) }),
  }),
  requestExport: endpoint({
    method: 'POST',
    path: '/api/account/export',
    access: 'signed-in',
    freshProof: true,
    summary:
      "Begins a copy of the person's data; once it is ready a private link comes by mail, or a notification to those who have no address.",
    reply: z.object({ export: DataExport }),
    status: 202,
  }),
  downloadExport: endpoint({
    method: 'POST',
    path: '/api/account/export/download',
    access: 'signed-in',
    freshProof: true,
    summary:
      "The ZIP of the person's data, by the secret of the mailed link; without it for those who have no e-mail address.",
    body: z.object({ token: z.optional(OneTimeToken) }),
    reply: z.string(),
    contentType: 'application/zip',
  }),
  getRemains: endpoint({
    method: 'GET',
    path: '/api/account/remains',
    access: 'signed-in',
    summary: 'What would be kept for the protection of others if the account were deleted now.',
    reply: Remains,
  }),
  deleteAccount: endpoint({
    method: 'POST',
    path: '/functions/v1/delete-user-account',
    access: 'signed-in',
    freshProof: true,
    summary:
      "Deletes the person's account and all that is personal, but for what `getRemains` names. A failure is {error: string, code: string}.",
    reply: z.object({ success: z.literal(true) }),
  }),
}
