import { generateSecret, generateURI, verify } from 'otplib/functional'

const STEP_SECONDS = 30
/** One step before and after, because a phone's clock is rarely exact. */
const TOLERANCE_SECONDS = STEP_SECONDS

export const newTotpSecret = (): string => generateSecret()

export const totpAddress = (account: { site: string; login: string; secret: string }): string =>
  generateURI({ issuer: account.site, label: account.login, secret: account.secret })

interface TotpCheck {
  secret: string
  code: string
  /** The time step of the last accepted code; null before the first. */
  lastStep: number | null
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Returns the time step of a code, or null for a wrong code and for one that is not newer than the last
 * accepted one.
 */
export async function findTotpStep({ secret, code, lastStep, now }: TotpCheck): Promise<number | null> {
  const epoch = Math.floor(now / 1000)
  const newest = Math.floor((epoch + TOLERANCE_SECONDS) / STEP_SECONDS)
  // The clock went back: no code can be newer, and otplib rejects such a bound.
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
