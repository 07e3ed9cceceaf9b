import * as z from 'zod/mini'
import { addressChecks } from '#contract/accounts/accounts.ts'
import { endpoint } from '#contract/endpoint.ts'
import { EMAIL_MAX, FULL_NAME_MAX, MODERATION_WORDS_MAX } from '#contract/limits.ts'
import { line, paragraphs, REQUIRED, seen } from '#contract/plain-text.ts'
import { parseShortCode, SHORT_LINKS } from '#contract/sharing/short-links.ts'
import { isReasonFor, REPORT_REASON_NAMES } from './report-reasons.ts'
import type { Target } from './reports.ts'

/** Roles of people who report without an account, as they describe themselves. Nobody has checked them. */
export const OUTSIDE_ROLES = {
  person: 'Somebody who saw it',
  'rights-holder': 'The owner of a brand, photo or text, or their agent',
  parent: 'A parent or guardian',
  authority: 'The police or another authority',
} as const
const OUTSIDE_ROLE_NAMES = Object.keys(OUTSIDE_ROLES) as [OutsideRole, ...OutsideRole[]]
export type OutsideRole = keyof typeof OUTSIDE_ROLES

const ADDRESS_MAX = 500
const PAGES_REPORTED = { products: 'product', sellers: 'person' } as const
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Only used to resolve paths (RFC 2606). */
const NOWHERE = 'http://own.invalid'

/**
 * The listing or seller whose page has this address: a full address of any host, its path, or a short link.
 * The host is not compared, because people also copy addresses of an app or a former domain.
 */
export function parseReportedAddress(address: string): Target | undefined {
  const text = /^(?:\/|https?:\/\/)/i.test(address) ? address : `https://${address}`
  if (!URL.canParse(text, NOWHERE)) return undefined
  const [, folder = '', name = ''] = new URL(text, NOWHERE).pathname.split('/')
  if (`/${folder}` === SHORT_LINKS) {
    const id = parseShortCode(name)
    return id === undefined ? undefined : { kind: 'product', id }
  }
  if (folder !== 'products' && folder !== 'sellers') return undefined
  const id = name.toLowerCase()
  return UUID.test(id) ? { kind: PAGES_REPORTED[folder], id } : undefined
}

const NO_ADDRESS = 'Enter the address of a listing or a seller on this site'

export const OutsideReportForm = z
  .object({
    /** The browser creates it for each report, so that sending it again does not create a second one. */
    clientKey: z.uuid('Not a client key'),
    address: line(
      ADDRESS_MAX,
      REQUIRED,
      z.refine((address) => parseReportedAddress(address) !== undefined, NO_ADDRESS),
    ),
    role: z.enum(OUTSIDE_ROLE_NAMES, 'Please choose who you are'),
    reason: z.enum(REPORT_REASON_NAMES, 'Please choose a reason'),
    words: paragraphs(MODERATION_WORDS_MAX, seen(10, 'Please write at least 10 characters')),
    name: line(FULL_NAME_MAX, REQUIRED),
    email: line(EMAIL_MAX, REQUIRED, ...addressChecks),
    isTrue: z.literal(true, 'Please confirm that what you wrote is true'),
  })
  .check(
    z.refine(
      ({ address, reason }) => {
        const target = parseReportedAddress(address)
        return target === undefined || isReasonFor(reason, target.kind)
      },
      { path: ['reason'], error: 'Please choose a reason that fits what you report' },
    ),
  )
export type OutsideReportForm = z.output<typeof OutsideReportForm>

export const outsideReportsContract = {
  createOutsideReport: endpoint({
    method: 'POST',
    path: '/api/reports/outside',
    access: 'everyone',
    summary:
      'Reports a listing or a seller without an account, for example by a rights holder, a parent or the police. A mail confirms it, and another tells the outcome.',
    body: OutsideReportForm,
    reply: z.object({}),
    status: 202,
  }),
}
