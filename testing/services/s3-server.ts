import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'

export interface S3Server {
  /** Settings of its bucket. */
  options: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const BUCKET = 'market-photos'
/** Bucket for backups, with the same key. */
const BACKUPS = 'backups'
/** The only known key; every signature is accepted. */
const KEY = 'S3RVER'

/** A local S3-compatible service that stores its objects as files. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), 's3-'))
  const server = new S3rver({
    address: HOST,
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }, { name: BACKUPS }],
  })
  const { port } = await server.run()
  return {
    options: {
      endpoint: `http://${HOST}:${port}`,
      bucket: BUCKET,
      region: 'us-east-1',
      accessKeyId: KEY,
      secretAccessKey: KEY,
    },
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
