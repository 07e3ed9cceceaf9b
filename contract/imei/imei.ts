import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { isImei, NOT_AN_IMEI, plainImei } from './imei-digits.ts'
import { line } from '#contract/plain-text.ts'
import { ProductId } from '#contract/products.ts'

const Imei = z.string().check(z.overwrite(plainImei), z.refine(isImei, NOT_AN_IMEI))

const POLICE_REPORT_MAX = 60
const NOT_A_REPORT = 'Type the number that the police gave you, such as Osu 112/26'
/** Police stations write a number, mostly after the station and before the year. */
const PoliceReport = line(
  POLICE_REPORT_MAX,
  z.minLength(4, NOT_A_REPORT),
  z.regex(/^[\p{L}\d .,:/()#&-]*\d{2}[\p{L}\d .,:/()#&-]*$/u, NOT_A_REPORT),
  z.refine((text) => !/^(.)\1*$/.test(text), NOT_A_REPORT),
)

/**
 * 'stolen': reported stolen; 'match': the listing's phone; 'other': not the listing's; 'none': nothing is
 * known.
 */
const ImeiAnswer = z.enum(['stolen', 'match', 'other', 'none'])
export type ImeiAnswer = z.output<typeof ImeiAnswer>

const StolenPhone = z.object({ id: z.string(), policeReport: z.string(), reportedAt: z.string() })
export type StolenPhone = z.output<typeof StolenPhone>

const Id = z.object({ id: ProductId })

export const imeiContract = {
  getProductImei: endpoint({
    method: 'GET',
    path: '/api/selling/products/:id/imei',
    access: 'owner',
    summary: "Returns whether one of the person's listings has an IMEI. The number itself is stored nowhere.",
    params: Id,
    reply: z.object({ isStored: z.boolean() }),
  }),
  setProductImei: endpoint({
    method: 'PUT',
    path: '/api/selling/products/:id/imei',
    access: 'owner',
    summary: 'Stores the IMEI of a phone for sale, as a keyed hash; null removes it.',
    params: Id,
    body: z.object({ imei: z.nullable(Imei) }),
    reply: z.object({ isStored: z.boolean() }),
  }),
  checkImei: endpoint({
    method: 'POST',
    path: '/api/imei-checks',
    access: 'signed-in',
    summary: 'Returns whether a phone was reported stolen, and whether it is the one in a listing.',
    body: z.object({ imei: Imei, productId: z.optional(ProductId) }),
    reply: z.object({ answer: ImeiAnswer }),
  }),
  listStolenPhones: endpoint({
    method: 'GET',
    path: '/api/stolen-phones',
    access: 'signed-in',
    summary: 'Lists the phones that the person reported stolen, newest first.',
    reply: z.object({ phones: z.array(StolenPhone) }),
  }),
  reportStolenPhone: endpoint({
    method: 'POST',
    path: '/api/stolen-phones',
    access: 'signed-in',
    summary: "Reports the person's own phone as stolen, with the number of the police report.",
    body: z.object({ imei: Imei, policeReport: PoliceReport }),
    reply: z.object({ phones: z.array(StolenPhone) }),
  }),
  deleteStolenPhone: endpoint({
    method: 'DELETE',
    path: '/api/stolen-phones/:id',
    access: 'owner',
    summary: 'Withdraws a report, for example after the phone was found.',
    params: z.object({ id: z.uuid('Not a report id') }),
    reply: z.object({}),
  }),
}
