import { createHash, randomBytes } from 'node:crypto'
import { type BrowserCheck, isAnswer, textOfAnswer } from '#contract/accounts/browser-check.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { tryTake } from '#server/platform/http/limits/rate-limit.ts'

const CHECK_SECONDS = 10 * 60
/**
 * Eight puzzles take about the same time on each attempt, some 16,000 hashes: a third of a second on a simple
 * phone.
 */
const PUZZLES = 8
const BITS = 11
const PURPOSE = 'browser-check'
const SIGNATURE_BYTES = 16

export type BrowserCheckDeps = Pick<Context, 'browserCheckBits' | 'limiter' | 'now' | 'secrets'>

const levelOf = ({ browserCheckBits: bits = BITS }: Pick<BrowserCheckDeps, 'browserCheckBits'>) => ({
  puzzles: PUZZLES,
  bits,
})

/** Creates a challenge that only the named browser can answer, so that each browser must request its own. */
export function createBrowserCheck(ctx: BrowserCheckDeps, browser: string): BrowserCheck {
  const expiresAt = Math.floor(ctx.now() / 1000) + CHECK_SECONDS
  const text = `${expiresAt}.${randomBytes(12).toString('base64url')}`
  const signature = ctx.secrets.digest(PURPOSE, `${text}.${browser}`).subarray(0, SIGNATURE_BYTES)
  return { challenge: `${text}.${signature.toString('base64url')}`, ...levelOf(ctx) }
}

function isOwn({ now, secrets }: BrowserCheckDeps, challenge: string, browser: string): boolean {
  const [expiresAt = '', nonce = '', signature = ''] = challenge.split('.')
  return (
    secrets.isDigest(PURPOSE, `${expiresAt}.${nonce}.${browser}`, Buffer.from(signature, 'base64url')) &&
    Number(expiresAt) * 1000 > now()
  )
}

const isSolved = (check: BrowserCheck, answers: readonly number[]): boolean =>
  answers.length === check.puzzles &&
  answers.every(
    (answer, puzzle) =>
      Number.isSafeInteger(answer) &&
      isAnswer(
        check,
        createHash('sha256')
          .update(textOfAnswer(check, puzzle, answer))
          .digest(),
      ),
  )

/**
 * Throws `browser-check-needed` unless the proof answers one of our own challenges correctly; each challenge
 * is accepted once.
 */
export async function requireBrowserCheck(
  ctx: BrowserCheckDeps,
  { proof = '', browser }: { proof: string | undefined; browser: string },
): Promise<void> {
  const [challenge = '', answers = ''] = proof.split(' ')
  const isRight =
    isOwn(ctx, challenge, browser) && isSolved({ challenge, ...levelOf(ctx) }, answers.split('.').map(Number))
  const once = { attempts: 1, seconds: CHECK_SECONDS }
  const isNew = isRight && (await tryTake(ctx.limiter.take, `browser-check-used:${challenge}`, once))
  if (!isNew) throw new AppError('browser-check-needed')
}
