import { Agent, request, type RequestOptions } from 'node:https'
import webPush from 'web-push'
import { PRIVATE_ADDRESS, publicLookup, type Resolve } from './public-address.ts'
import { endpointKind } from './push-hosts.ts'

export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushKeys {
  publicKey: string
  privateKey: string
}

export interface PushMessage {
  payload: string
  /**
   * While a device is off, the push service keeps only the last message of a topic. At most 32 characters of
   * base64url.
   */
  topic: string
  urgency: 'normal' | 'high'
}

/**
 * `later` may include a time to wait. `refused` cannot be retried; if it is permanent, other messages to this target
 * will be refused as well.
 */
export type PushOutcome =
  | { outcome: 'taken' | 'gone' }
  | { outcome: 'later'; seconds: number | undefined; reason: string }
  | { outcome: 'refused'; reason: string; isPermanent: boolean }

export type PushSender = ReturnType<typeof createPushSender>

export interface PushOptions {
  /** Contact for push services that have problems with our messages. */
  contact: string
  /** Further hosts as `host:port`, also with private addresses; only tests use them. */
  ownHosts: readonly string[]
  /** Certificate authority of those hosts. */
  ca?: string
  resolve?: Resolve
}

/** Size that every push service accepts (RFC 8030 requires 4,096 bytes, and encryption uses some of them). */
export const PAYLOAD_BYTES_MAX = 3072
const TIMEOUT_MILLISECONDS = 10_000
/** Time for which a push service keeps a message for a device that is off. */
const TTL_SECONDS = 3 * 24 * 60 * 60
const SOCKETS = 20
/**
 * Statuses for a subscription that has another key or that the push service does not know. 413, for example, concerns
 * only one message.
 */
const PERMANENT = [400, 401, 403]

/** Parses Retry-After, which is in seconds or a date. */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000))
}

function outcomeOf(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: 'taken' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  const reason = `HTTP ${status}`
  if (status !== 429 && status < 500)
    return { outcome: 'refused', reason, isPermanent: PERMANENT.includes(status) }
  return { outcome: 'later', seconds: retryAfterSeconds(retryAfter, Date.now()), reason }
}

/** Redirects are not followed, because a reply with 3xx counts as refused. */
function post(url: URL, options: RequestOptions, body: Buffer): Promise<PushOutcome> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS)
    const sending = request(url, { ...options, method: 'POST', signal }, (response) => {
      response.on('error', () => undefined).resume()
      resolve(outcomeOf(response.statusCode ?? 0, response.headers['retry-after']))
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

export function createPushSender({ contact, ownHosts, ca, resolve }: PushOptions) {
  const agents = {
    known: new Agent({ keepAlive: true, maxSockets: SOCKETS, lookup: publicLookup(resolve) }),
    configured: new Agent({ keepAlive: true, maxSockets: SOCKETS, ca }),
  }

  function accepts({ endpoint, p256dh, auth }: PushTarget): boolean {
    if (!endpointKind(endpoint, ownHosts)) return false
    try {
      webPush.encrypt(p256dh, auth, 'x', 'aes128gcm')
      return true
    } catch {
      return false
    }
  }

  async function send(target: PushTarget, message: PushMessage, keys: PushKeys): Promise<PushOutcome> {
    const kind = endpointKind(target.endpoint, ownHosts)
    if (!kind) return { outcome: 'refused', reason: 'no push service', isPermanent: false }
    if (Buffer.byteLength(message.payload) > PAYLOAD_BYTES_MAX)
      throw new RangeError('The payload is too large')
    const { endpoint, p256dh, auth } = target
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      message.payload,
      {
        vapidDetails: { subject: `mailto:${contact}`, ...keys },
        TTL: TTL_SECONDS,
        topic: message.topic,
        urgency: message.urgency,
        contentEncoding: 'aes128gcm',
      },
    )
    try {
      return await post(new URL(endpoint), { agent: agents[kind], headers }, body)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? (error as Error).name
      if (code === PRIVATE_ADDRESS) return { outcome: 'refused', reason: code, isPermanent: false }
      return { outcome: 'later', seconds: undefined, reason: code }
    }
  }

  return {
    /** True if messages can be sent to a target: its push service is known and its keys encrypt. */
    accepts,
    /**
     * Encrypts and sends a message. Call it only in handlers of jobs; it does not reject for failures of the push
     * service.
     */
    send,
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}
