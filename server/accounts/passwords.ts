import { hash, verify } from '@node-rs/argon2'

/** OWASP's first choice for argon2id (2 is its number here): 19 MiB, two passes, one lane. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

let dummy: Promise<string> | undefined

/** Takes equally long whether there is such a person or not: without a hash it works on a real one of nobody's. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('nobody signs in with this')
  const matches = await verify(passwordHash ?? (await dummy), password)
  return matches && passwordHash !== null
}
