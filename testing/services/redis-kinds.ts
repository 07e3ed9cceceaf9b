import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import type { RedisTarget } from '#server/platform/redis/redis.ts'
import { freePort } from '#testing/scale/free-port.ts'
import { acceptsConnections } from '#testing/scale/takes-connections.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { until } from '#testing/until.ts'
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.ts'

const HOST = '127.0.0.1'
const RETRY_MS = 20
const SLOTS = 16_384

export interface RedisOfAKind {
  target: RedisTarget
  /** Stops the server that holds the keys, if another can take over. */
  failPrimary?: () => Promise<void>
  stop(): Promise<void>
}

/** Servers in a shared folder, which stop together. */
function createGroup(command: string) {
  const folder = createTemporaryFolder('sankofa-redis-')
  const running: ChildProcess[] = []
  async function end(child: ChildProcess | undefined) {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  return {
    folder,
    end,
    start(args: string[]): ChildProcess {
      const child = spawn(command, [...args, '--bind', HOST, '--dir', folder], { stdio: 'ignore' })
      running.push(child)
      return child
    },
    async stop() {
      await Promise.all(running.map(end))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until the server at a port gives the expected answer. */
async function serverIs(port: number, isWanted: (redis: Redis) => Promise<boolean>): Promise<void> {
  const redis = new Redis(port, HOST, { retryStrategy: () => RETRY_MS, maxRetriesPerRequest: null })
  redis.on('error', () => undefined)
  await until(() => isWanted(redis))
  redis.disconnect()
}
const answers = (port: number) => serverIs(port, async (redis) => (await redis.ping()) === 'PONG')

const plain = (port: number) => ['--port', String(port), '--save', '', '--appendonly', 'no']

/** A Redis that accepts only TLS; the test makes Node trust its certificate. */
export async function startEncrypted(command: string): Promise<RedisOfAKind> {
  const group = createGroup(command)
  const port = await freePort()
  const [certificate, key] = [join(group.folder, 'cert.pem'), join(group.folder, 'key.pem')]
  writeFileSync(certificate, TEST_CERTIFICATE)
  writeFileSync(key, TEST_KEY)
  const options = {
    'tls-port': String(port),
    'tls-auth-clients': 'no',
    'tls-cert-file': certificate,
    'tls-key-file': key,
    'tls-ca-cert-file': certificate,
    requirepass: 'a password',
  }
  group.start([...plain(0), ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])])
  await until(() => acceptsConnections(port))
  return { target: { urls: [`rediss://:a%20password@localhost:${port}/1`], sentinels: [] }, stop: group.stop }
}

/** A primary, a replica that takes over from it, and three sentinels that decide about it. */
export async function startSentinels(command: string): Promise<RedisOfAKind> {
  const group = createGroup(command)
  const [primaryPort, replicaPort] = [await freePort(), await freePort()]
  const primary = group.start(plain(primaryPort))
  group.start([...plain(replicaPort), '--replicaof', HOST, String(primaryPort)])
  await serverIs(replicaPort, async (redis) => (await redis.info('replication')).includes('link_status:up'))
  const ports = [await freePort(), await freePort(), await freePort()]
  for (const port of ports) {
    const file = join(group.folder, `${port}.conf`)
    writeFileSync(
      file,
      [
        `port ${port}`,
        `sentinel monitor market ${HOST} ${primaryPort} 2`,
        'sentinel down-after-milliseconds market 500',
        'sentinel failover-timeout market 2000',
      ].join('\n'),
    )
    group.start([file, '--sentinel'])
  }
  for (const port of ports) {
    // Each knows the two others and the replica.
    await serverIs(
      port,
      async (redis) =>
        /sentinels=3/.test(await redis.info('sentinel')) && /slaves=1/.test(await redis.info('sentinel')),
    )
  }
  return {
    target: { urls: ['redis://market/0'], sentinels: ports.map((port) => `${HOST}:${port}`) },
    failPrimary: () => group.end(primary),
    stop: group.stop,
  }
}

/** Three nodes, each with a third of the keys. */
export async function startCluster(command: string): Promise<RedisOfAKind> {
  const group = createGroup(command)
  const ports = [await freePort(), await freePort(), await freePort()]
  for (const port of ports) {
    const file = ['--cluster-enabled', 'yes', '--cluster-config-file', `nodes-${port}.conf`]
    // The default second port is 10000 higher, which may not exist.
    group.start([...plain(port), ...file, '--cluster-port', String(await freePort())])
  }
  for (const [index, port] of ports.entries()) {
    await answers(port)
    const redis = new Redis(port, HOST)
    const [from, to] = [index, index + 1].map((part) => Math.floor((part * SLOTS) / ports.length))
    await redis.call('CLUSTER', 'ADDSLOTSRANGE', String(from), String(Number(to) - 1))
    redis.disconnect()
  }
  const first = new Redis(Number(ports[0]), HOST)
  for (const port of ports.slice(1)) {
    const other = new Redis(port, HOST)
    const [, busPort] = /@(\d+)/.exec(String(await other.call('CLUSTER', 'NODES'))) ?? []
    await first.call('CLUSTER', 'MEET', HOST, String(port), String(busPort))
    other.disconnect()
  }
  first.disconnect()
  for (const port of ports) {
    await serverIs(
      port,
      async (redis) =>
        String(await redis.call('CLUSTER', 'INFO')).includes('cluster_state:ok') &&
        String(await redis.call('CLUSTER', 'NODES')).split('connected').length > ports.length,
    )
  }
  return { target: { urls: ports.map((port) => `redis://${HOST}:${port}`), sentinels: [] }, stop: group.stop }
}
