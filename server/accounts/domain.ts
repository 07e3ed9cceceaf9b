import { createProviderClients, type ProviderClients } from '#server/accounts/oauth/provider-clients.ts'
import { avatarUpload } from '#server/accounts/profile/routes.ts'
import { createRefusedWords } from '#server/accounts/refused-words/refused-words.ts'
import { createPersonNames, type PersonNames } from '#server/accounts/registration/person-names.ts'
import { type AccessTokens, createAccessTokens } from '#server/accounts/sessions/access-tokens.ts'
import {
  createGuessablePasswords,
  type GuessablePasswords,
} from '#server/accounts/sessions/guessable-passwords.ts'
import { createRevocations, type Revocations } from '#server/accounts/sessions/revocations.ts'
import type { Domain } from '#server/context.ts'
import { handleAccountJobs } from './jobs.ts'
import { accountsRoutes, addAccounts } from './routes.ts'

export interface AccountsState {
  accessTokens: AccessTokens
  revocations: Revocations
  providerClients: ProviderClients
  guessablePasswords: GuessablePasswords
  personNames: PersonNames
}

declare module '#server/context.ts' {
  interface Context extends AccountsState {}
}

export const accountsDomain = {
  routes: accountsRoutes,
  jobs: handleAccountJobs,
  open: ({ site, secrets, db, listener, config }) => ({
    accessTokens: createAccessTokens(secrets),
    revocations: createRevocations({ db, listener }),
    providerClients: createProviderClients({ config, now: Date.now }),
    guessablePasswords: createGuessablePasswords(site.siteName),
    personNames: createPersonNames(site.siteName, createRefusedWords({ db, listener })),
  }),
  addRoutes: addAccounts,
  uploads: (ctx) => [avatarUpload(ctx)],
} satisfies Domain
