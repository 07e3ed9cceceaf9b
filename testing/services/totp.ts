import { generate } from 'otplib/functional'

const STEP_SECONDS = 30

/** What an authenticator app shows; with `stepsAhead` what it will show, since no code is taken twice. */
export const totpCode = (secret: string, stepsAhead = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + stepsAhead * STEP_SECONDS })
