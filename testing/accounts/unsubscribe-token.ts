import { unsubscribeLinks } from '#server/platform/mail/unsubscribe-links.ts'
import { secretsFrom } from '#server/platform/process/secrets.ts'

/** Token in the mails of a site with this SECRET_KEY. */
export const unsubscribeToken = (secretKey: string, personId: string): string =>
  unsubscribeLinks({ secrets: secretsFrom(Buffer.from(secretKey, 'base64')), publicUrl: '' }).tokenFor(
    personId,
  )
