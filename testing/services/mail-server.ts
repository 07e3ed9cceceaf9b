import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

export type MailServerOptions = SMTPServerOptions

export interface TakenMail {
  from: string
  to: string[]
  user: string | undefined
  secure: boolean
  source: string
}

const takenOf = ({ envelope, user, secure }: SMTPServerSession, source: string): TakenMail => ({
  from: envelope.mailFrom ? envelope.mailFrom.address : '',
  to: envelope.rcptTo.map(({ address }) => address),
  user: typeof user === 'string' ? user : undefined,
  secure,
  source,
})

/** A local mail server that stores the received mails. */
export async function startMailServer(options: MailServerOptions = {}) {
  const taken: TakenMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onAuth: ({ username, password }, _, done) =>
      password === 'p@ss/word' ? done(null, { user: username }) : done(new Error('wrong password')),
    onData(stream, session, done) {
      void text(stream)
        .then((source) => taken.push(takenOf(session, source)))
        .finally(() => done())
    },
    ...options,
  })
  // Clients of some tests close their connection abruptly.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    taken,
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>
