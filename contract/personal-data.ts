import * as z from 'zod/mini'
import { OneTimeToken } from './accounts.ts'
import { endpoint } from './endpoint.ts'

export const DataExport = z.object({
  status: z.enum(['preparing', 'ready', 'failed']),
  requestedAt: z.string(),
  /** Until when the mailed link works; null unless ready. */
  expiresAt: z.nullable(z.string()),
})
export type DataExport = z.output<typeof DataExport>

export const getExport = endpoint({
  method: 'GET',
  path: '/api/account/export',
  signedIn: true,
  summary: "How far the copy of the person's data is, which they asked for last.",
  reply: z.object({ export: z.nullable(DataExport) }),
})

export const requestExport = endpoint({
  method: 'POST',
  path: '/api/account/export',
  signedIn: true,
  summary: "Begins a copy of the person's data; a private link comes by mail once it is ready.",
  reply: z.object({ export: DataExport }),
  status: 202,
})

export const downloadExport = endpoint({
  method: 'POST',
  path: '/api/account/export/download',
  signedIn: true,
  summary: "The ZIP of the person's data, by the secret of the mailed link.",
  body: z.object({ token: OneTimeToken }),
  reply: z.string(),
  contentType: 'application/zip',
})

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/functions/v1/delete-user-account',
  signedIn: true,
  summary:
    "Deletes the person's account and all that is personal, within ten minutes of `reauthenticate`. A failure is {error: string}.",
  reply: z.object({ success: z.literal(true) }),
})
