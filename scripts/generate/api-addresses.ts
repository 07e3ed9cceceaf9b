import { contract } from '#contract/contract.ts'
import { type Endpoint, needsSession, roleFor } from '#contract/endpoint.ts'
import type { Generator } from './generator.ts'

const FILE = 'web/platform/api/addresses.ts'
const SIGNED_IN_FILE = 'web/platform/api/signed-in-addresses.ts'
const STAFF_FILE = 'web/platform/api/staff-addresses.ts'

const HEAD = `// Written by \`npm run generate\` from contract/contract.ts, whose schemas stay out of the browser.
`

const row = ([name, endpoint]: [string, Endpoint]) =>
  `  ${name}: '${needsSession(endpoint) ? '*' : ''}${endpoint.method} ${endpoint.path}',`

const entries: [string, Endpoint][] = Object.entries(contract)
const forStaff = entries.filter(([, endpoint]) => roleFor(endpoint))
/**
 * Public calls of pages where nobody arrives to look for goods, such as the log-in; their addresses can load later.
 */
const RARE_CALLS = new Set([
  'checkBrowser',
  'confirmEmailChange',
  'createMailedAppeal',
  'createOutsideReport',
  'exchangeNativeCode',
  'getTransparency',
  'login',
  'openSignInLink',
  'readDecision',
  'recoverSession',
  'register',
  'renewPush',
  'requestPasswordReset',
  'requestPhoneLink',
  'requestPhoneSignIn',
  'requestSignInLink',
  'resendVerification',
  'sendContactMessage',
  'signInByPhone',
  'unsubscribeMail',
  'verifyEmail',
  'verifyTwoFactor',
])
const isForAll = ([name, endpoint]: [string, Endpoint]) => !needsSession(endpoint) && !RARE_CALLS.has(name)
const forSignedIn = entries.filter((entry) => !isForAll(entry) && !roleFor(entry[1]))
const forAll = entries.filter(isForAll)

const tableOf = (
  name: string,
  rows: typeof entries,
  note: string,
) => `${HEAD}import type { Address } from './addresses.ts'

/** ${note} */
export const ${name} = {
${rows.map(row).join('\n')}
} as const satisfies Record<string, Address>
`

export const generateApiAddresses: Generator = async () => ({
  [FILE]: `${HEAD}import type { Contract } from '#contract/contract.ts'
import type { Method } from '#contract/endpoint.ts'

/** Method and path of a call; a star before them means that it needs an access token. */
export type Address = \`\${'*' | ''}\${Method} \${string}\`

/** Most public calls. The others are added when somebody is signed in or a screen of staff opens. */
export const ADDRESSES: Partial<Record<keyof Contract, Address>> = {
${forAll.map(row).join('\n')}
}
`,
  [SIGNED_IN_FILE]: tableOf(
    'SIGNED_IN_ADDRESSES',
    forSignedIn,
    'Loaded for signed-in people, or when an anonymous person makes one of these calls.',
  ),
  [STAFF_FILE]: tableOf('STAFF_ADDRESSES', forStaff, 'Loaded only with the screens of staff.'),
})
