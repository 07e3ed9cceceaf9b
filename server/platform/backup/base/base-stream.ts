import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import pg from 'pg'

/** Type of the server's messages that contain data of the base backup. */
const DATA = 'd'.charCodeAt(0)
const TAR_BUFFER_BYTES = 8 * 1024 * 1024

/** Start or end of the copy in the log. */
export interface LogPosition {
  lsn: string
  timeline: number
}

interface Connection {
  query(text: string): void
  stream: { pause(): void; resume(): void; destroy(): void }
}

/** The server deletes log that it no longer needs at every checkpoint; this slot keeps it until the connection closes. */
const keepLog = () =>
  `CREATE_REPLICATION_SLOT sankofa_${randomUUID().replaceAll('-', '')} TEMPORARY PHYSICAL RESERVE_WAL`
const STATEMENT = `BASE_BACKUP (LABEL 'sankofa', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'no')`

/**
 * Does the work of pg_basebackup through the protocol, because the built-in PostgreSQL does not include that program.
 */
class BaseBackup {
  connection: Connection | undefined
  rows: string[][] = []
  tar = new Readable({ highWaterMark: TAR_BUFFER_BYTES, read: () => this.connection?.stream.resume() })

  submit(connection: Connection): void {
    this.connection = connection
    connection.query(STATEMENT)
  }
  handleRowDescription(): void {}
  handleDataRow({ fields }: { fields: (Buffer | string | null)[] }): void {
    this.rows.push(fields.map(String))
  }
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The parser reuses its memory, so the chunk is copied.
    if (chunk[0] === DATA && !this.tar.push(Buffer.from(chunk.subarray(1)))) this.connection?.stream.pause()
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.tar.push(null)
  }
  handleError(error: Error): void {
    this.tar.destroy(error)
  }

  /** Closes the connection; the server would otherwise wait to send the rest. */
  abandon(): void {
    this.connection?.stream.destroy()
  }

  positions() {
    const [start, end] = [this.rows[0], this.rows.at(-1)].map((row) => ({
      lsn: row?.[0] ?? '',
      timeline: Number(row?.[1]),
    }))
    if (!start || !end || this.rows.length < 3) throw new Error('The base backup ended early')
    return { start, end }
  }
}

/** Streams a copy of the running server; `adminUrl` is its superuser's address. */
export async function openBaseStream(adminUrl: string) {
  const client = new pg.Client({ connectionString: adminUrl, replication: 'database' } as pg.ClientConfig)
  const query = new BaseBackup()
  client.on('error', (error) => query.tar.destroy(error))
  try {
    await client.connect()
    await client.query(keepLog())
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  // An error destroys the stream, as does a reader that stops before the end; both abandon the copy.
  query.tar.on('error', () => query.abandon())
  query.tar.once('close', () => void client.end().catch(() => undefined))
  client.query(query as unknown as pg.Submittable)
  return {
    /** The server's folder as a tar archive, with the log that makes it whole. */
    tar: query.tar,
    /** Known only after the archive has ended. */
    positions: () => query.positions(),
  }
}
