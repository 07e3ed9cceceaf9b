import { generateSecret, generateURI, verify } from 'otplib/functional'

const STEP_SECONDS = 30
/** One step before and after: a phone's clock is rarely exact. */
const TOLERANCE_SECONDS = STEP_SECONDS

export const newTotpSecret = (): string => generateSecret()

export const totpAddress = (account: { site: string; login: string; secret: string }): string =>
  generateURI({ issuer: account.site, label: account.login, secret: account.secret })

interface TotpCheck {
  secret: string
  code: string
  /** The time step of the last code that was taken; null before the first. */
  lastStep: number | null
  /** Milliseconds since 1970. */
  now: number
}

/** The time step that a code belongs to; null for a wrong one and for one that is not newer than the last taken. */
export async function totpStepOf({ secret, code, lastStep, now }: TotpCheck): Promise<number | null> {
  const epoch = Math.floor(now / 1000)
  const newest = Math.floor((epoch + TOLERANCE_SECONDS) / STEP_SECONDS)
  // The clock went back: no code is newer, and otplib takes such a bound for a mistake.
  if (lastStep !== null && lastStep >= newest) return null
  const result = await verify({
    secret,
    token: code,
    epoch,
    period: STEP_SECONDS,
    epochTolerance: TOLERANCE_SECONDS,
    ...(lastStep !== null && { afterTimeStep: lastStep }),
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
