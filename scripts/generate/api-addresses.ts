import { contract } from '#contract/contract.ts'
import { type Endpoint, needsSession, roleFor } from '#contract/endpoint.ts'
import type { Generator } from './generator.ts'

const FILE = 'web/platform/api/addresses.ts'
const STAFF_FILE = 'web/platform/api/staff-addresses.ts'

const HEAD = `// Written by \`npm run generate\` from contract/contract.ts, whose schemas stay out of the browser.
`

const row = ([name, endpoint]: [string, Endpoint]) =>
  `  ${name}: '${needsSession(endpoint) ? '*' : ''}${endpoint.method} ${endpoint.path}',`

const entries: [string, Endpoint][] = Object.entries(contract)
const forStaff = entries.filter(([, endpoint]) => roleFor(endpoint))
const forAll = entries.filter(([, endpoint]) => !roleFor(endpoint))

export const generateApiAddresses: Generator = async () => ({
  [FILE]: `${HEAD}import type { Contract } from '#contract/contract.ts'
import type { Endpoint, Method } from '#contract/endpoint.ts'

type CallsOf<Access extends Endpoint['access']> = {
  [Name in keyof Contract]: Contract[Name]['access'] extends Access ? Name : never
}[keyof Contract]

/** Calls that only staff make. */
export type StaffCall = CallsOf<'moderator' | 'administrator'>

/** Method and path of a call, with a star before those that need an access token. */
export type Address = \`\${'*' | ''}\${Method} \${string}\`

/** Those of every call but the staff's, whose addresses come with their screens and are added then. */
export const ADDRESSES: Record<Exclude<keyof Contract, StaffCall>, Address> & Partial<Record<StaffCall, Address>> = {
${forAll.map(row).join('\n')}
}
`,
  [STAFF_FILE]: `${HEAD}import type { Address, StaffCall } from './addresses.ts'

/** Public pages load none of it. */
export const STAFF_ADDRESSES: Record<StaffCall, Address> = {
${forStaff.map(row).join('\n')}
}
`,
})
