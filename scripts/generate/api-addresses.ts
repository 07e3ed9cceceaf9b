import { contract } from '#contract/contract.ts'
import { type Endpoint, needsSession } from '#contract/endpoint.ts'
import type { Generator } from './generator.ts'

const FILE = 'web/platform/api/addresses.ts'

const row = ([name, endpoint]: [string, Endpoint]) =>
  `  ${name}: '${needsSession(endpoint) ? '*' : ''}${endpoint.method} ${endpoint.path}',`

export const generateApiAddresses: Generator = async () => ({
  [FILE]: `// Written by \`npm run generate\` from contract/contract.ts, whose schemas stay out of the browser.
import type { Contract } from '#contract/contract.ts'
import type { Method } from '#contract/endpoint.ts'

/** Method and path of every call, with a star before those that need an access token. */
export const ADDRESSES: Record<keyof Contract, \`\${'*' | ''}\${Method} \${string}\`> = {
${Object.entries(contract).map(row).join('\n')}
}
`,
})
