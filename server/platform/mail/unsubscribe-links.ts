import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#server/platform/process/secrets.ts'

const PURPOSE = 'unsubscribe'
/** A person's id without hyphens, and 16 bytes of its keyed hash. */
const TOKEN = /^([0-9a-f]{32})([\w-]{22})$/

/** Links that unsubscribe a person without signing in; their token is signed. */
export function unsubscribeLinks({ secrets, publicUrl }: { secrets: Secrets; publicUrl: string }) {
  const sign = (id: string) => secrets.digest(PURPOSE, id).subarray(0, 16).toString('base64url')
  const tokenFor = (personId: string) => {
    const id = personId.toLowerCase().replaceAll('-', '')
    return id + sign(id)
  }
  return {
    tokenFor,
    /** Address of the page with the confirmation. The token comes after #, so that no server logs it. */
    pageFor: (token: string) => `${publicUrl}/unsubscribe#token=${encodeURIComponent(token)}`,
    headersFor: (personId: string) => ({
      'List-Unsubscribe': `<${publicUrl}/api/unsubscribe/${tokenFor(personId)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    /** Finds the person of a token; undefined if it is forged. Tokens never expire. */
    personOf(token: string): string | undefined {
      const [, id = '', mac = ''] = TOKEN.exec(token) ?? []
      if (id === '' || !timingSafeEqual(Buffer.from(mac), Buffer.from(sign(id)))) return undefined
      return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
  }
}
