export interface SmsProvider {
  /**
   * Resolves once a provider has accepted the message. `to` is an E.164 number; a repeated `idempotencyKey` (the
   * job's id) means the same message. Call it only in handlers of jobs.
   */
  send(to: string, text: string, idempotencyKey: string): Promise<void>
}

const E164 = /^\+[1-9]\d{6,14}$/
const TIMEOUT_MILLISECONDS = 10_000

export function requireNumber(to: string): void {
  if (!E164.test(to)) throw new TypeError('The recipient is not an E.164 number')
}

/** A provider refused a message. The error contains nothing of the message. */
export class SmsRefused extends Error {
  readonly code: string

  constructor(code: string) {
    super(`The SMS provider refused (${code})`)
    this.name = 'SmsRefused'
    this.code = code
  }
}

/** Redirects are not followed, because they would send the message and the key elsewhere. */
export async function postJson(
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new SmsRefused(`HTTP_${response.status}`)
  }
  return response
}
