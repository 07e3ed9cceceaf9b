// Written by `npm run generate` from contract/contract.ts, whose schemas stay out of the browser.
import type { Address } from './addresses.ts'

/** Loaded with the screens of staff alone. */
export const STAFF_ADDRESSES = {
  listHeldMessages: '*GET /api/moderation/held-messages',
  decideHeldMessage: '*POST /api/moderation/held-messages/:id',
  listGuardRules: '*GET /api/moderation/guard-rules',
  tryGuardRule: '*POST /api/moderation/guard-rules/trial',
  createGuardRule: '*POST /api/moderation/guard-rules',
  updateGuardRule: '*PUT /api/moderation/guard-rules/:id',
  listCases: '*GET /api/moderation/cases',
  getCase: '*GET /api/moderation/cases/:id',
  lookAtMessages: '*POST /api/moderation/cases/:id/messages',
  decide: '*POST /api/moderation/decisions',
  listAppeals: '*GET /api/moderation/appeals',
  decideAppeal: '*POST /api/moderation/appeals/:id',
  listDecisions: '*GET /api/moderation/decisions',
  findPeople: '*GET /api/moderation/people',
  getModeratedPerson: '*GET /api/moderation/people/:id',
  findListings: '*GET /api/moderation/listings',
  listAudit: '*GET /api/moderation/audit',
  setRole: '*PUT /api/moderation/people/:id/role',
  getWeek: '*GET /api/moderation/week',
  listFailedJobs: '*GET /api/moderation/failed-jobs',
  retryFailedJob: '*POST /api/moderation/failed-jobs/:id/retry',
  dropFailedJob: '*DELETE /api/moderation/failed-jobs/:id',
  listMails: '*GET /api/moderation/mails',
} as const satisfies Record<string, Address>
