import { generate } from 'otplib/functional'

const STEP_SECONDS = 30

/**
 * An authenticator app's present code, or with `stepsAhead` a later one, because each code works only once.
 */
export const totpCode = (secret: string, stepsAhead = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + stepsAhead * STEP_SECONDS })
