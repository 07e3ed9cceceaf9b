import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '#bench/load/temporary-folder.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { ensureRedis } from '#scripts/programs/redis.js'
import { newSecretKey } from '#testing/live/conversation-people.ts'
import { type CutProxy, openCutProxy } from '#testing/scale/cut-proxy.ts'
import { freePort } from '#testing/scale/free-port.ts'
import { startSite } from '#testing/scale/site.ts'
import { TEST_CERTIFICATE } from '#testing/services/certificate.ts'
import { startMailServer } from '#testing/services/mail-server.ts'
import { startPushService } from '#testing/services/push-service.ts'
import { type RedisServer, startRedis } from '#testing/services/redis-server.ts'
import { startS3Server } from '#testing/services/s3-server.ts'
import { startPrimary, startReplica } from '#testing/streaming-replica.ts'
import { type Outage, type Scene, signers } from './scene.ts'

const HOST = '127.0.0.1'
const socketOf = (url: string) => ({ path: `${decodeURIComponent(new URL(url).host)}/.s.PGSQL.5432` })

/** Disconnects a service until the returned function reconnects it. */
const unplug =
  (cable: CutProxy): Outage['takeAway'] =>
  async () => {
    const target = cable.aim({ port: 1, host: HOST })
    cable.cut()
    return async () => cable.aim(target)
  }

function redisOutage(redis: RedisServer): Outage {
  const takeAway = async () => {
    await redis.stop()
    return redis.restart
  }
  return { name: 'Redis', refusals: [], takeAway }
}

/** Starts the external services, each behind its own proxy. */
async function startServices() {
  const primary = await startPrimary()
  const replica = await startReplica(primary)
  const redisCommand = ensureRedis()
  const redis = redisCommand === '' ? undefined : await startRedis(redisCommand)
  const mail = await startMailServer()
  const pushPort = await freePort()
  const pushCable = await openCutProxy({ port: pushPort, host: HOST })
  const push = await startPushService(pushPort, pushCable.port)
  const bucket = await startS3Server()
  const cables = {
    database: await openCutProxy(socketOf(primary.url)),
    replica: await openCutProxy({ path: join(replica.socketDir, '.s.PGSQL.5432') }),
    mail: await openCutProxy({ port: mail.port, host: HOST }),
    push: pushCable,
    bucket: await openCutProxy({ port: Number(new URL(bucket.options.endpoint).port), host: HOST }),
  }
  const close = async () => {
    for (const cable of Object.values(cables)) await cable.close()
    await bucket.close()
    await push.close()
    await mail.close()
    await redis?.stop()
    await replica.close()
    await primary.close()
  }
  return { primary, redis, mail, push, bucket, cables, close }
}
type Services = Awaited<ReturnType<typeof startServices>>

function settingsOf({ cables, redis, bucket }: Services, dataDir: string): Record<string, string> {
  const certificate = join(dataDir, 'push.pem')
  writeFileSync(certificate, TEST_CERTIFICATE)
  return {
    DATABASE_READ_URL: `postgres://sankofa@${HOST}:${cables.replica.port}/sankofa`,
    ...(redis && { REDIS_URL: redis.url }),
    SMTP_URL: `smtp://${HOST}:${cables.mail.port}?tls=optional`,
    MAIL_FROM: 'hello@market.example',
    PUSH_HOSTS: `localhost:${cables.push.port}`,
    NODE_EXTRA_CA_CERTS: certificate,
    S3_ENDPOINT: `http://${HOST}:${cables.bucket.port}`,
    S3_BUCKET: bucket.options.bucket,
    S3_REGION: bucket.options.region,
    S3_ACCESS_KEY_ID: bucket.options.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.options.secretAccessKey,
  }
}

/** A site of two processes that uses only external services. */
export async function openServicesScene(): Promise<Scene> {
  const services = await startServices()
  const { cables, redis, primary } = services
  const { secretKey, secrets } = newSecretKey()
  const { path: dataDir, remove } = temporaryFolder('outages')
  const logPath = join(dataDir, 'site.log')
  const log = openSync(logPath, 'a')
  const site = await startSite({
    port: await freePort(),
    dataDir,
    databaseUrl: `postgres://sankofa@${HOST}:${cables.database.port}/sankofa`,
    demo: false,
    log,
    settings: {
      SECRET_KEY: secretKey,
      PROCESSES: '2',
      LOG_LEVEL: 'error',
      TRUSTED_PROXIES: HOST,
      ...settingsOf(services, dataDir),
    },
  })
  // The first process opens before the others.
  while (!readFileSync(logPath, 'utf8').includes('2 processes answer')) await sleep(50)
  const away = (name: string, cable: CutProxy, refusals: ProblemCode[] = []): Outage => ({
    name,
    refusals,
    takeAway: unplug(cable),
  })
  return {
    url: site.url,
    ...signers(secrets),
    databaseUrl: () => primary.url,
    mail: services.mail,
    push: services.push,
    outages: [
      away('the database', cables.database, ['unavailable', 'overloaded']),
      away('the replica', cables.replica),
      ...(redis ? [redisOutage(redis)] : []),
      away('mail', cables.mail),
      away('push', cables.push),
      away('the bucket of photos (S3)', cables.bucket, ['photos-unavailable']),
    ],
    async [Symbol.asyncDispose]() {
      await site.stop()
      await services.close()
      closeSync(log)
      remove()
    },
  }
}
