import { createPasswords, type Passwords } from '#server/accounts/sessions/passwords.ts'

/** Hashes at the lowest possible cost, for tests that sign in often. */
export const cheapPasswords = (): Passwords =>
  createPasswords({ cost: { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 } })

export const cheapHash = (password: string): Promise<string> =>
  cheapPasswords().hash(password, { address: '127.0.0.1' })
