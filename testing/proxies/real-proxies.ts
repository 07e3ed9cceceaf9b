import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#testing/scale/free-port.ts'
import { acceptsConnections } from '#testing/scale/takes-connections.ts'
import { until } from '#testing/until.ts'
import { MARKET_CERTIFICATE, MARKET_KEY } from './certificate.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')

/** Host name in the examples. */
export const HOST = 'market.example'

/** Ports and files of a proxy in a test. */
interface Places {
  folder: string
  sitePort: string
  httpPort: number
  httpsPort: number
}

/** Replaces a passage of an example; throws if the example no longer has it. */
function replaced(text: string, part: string, by: string): string {
  if (!text.includes(part)) throw new Error(`The example lacks ${part}`)
  return text.replaceAll(part, by)
}

/** Folders that nginx writes to; an unpacked nginx has no default ones. */
export const nginxFolders = (folder: string): string =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')

function nginxArguments({ folder, sitePort, httpPort, httpsPort }: Places): string[] {
  const changes = [
    ['127.0.0.1:3000', `127.0.0.1:${sitePort}`],
    [`/etc/letsencrypt/live/${HOST}`, folder],
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${httpsPort} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
  ] as const
  let site = readFileSync(join(DEPLOY, 'nginx/sankofa.conf'), 'utf8')
  for (const [part, by] of changes) site = replaced(site, part, by)
  // Debian's main configuration around an example in conf.d. The workers need the test's user to read the
  // folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const head = `${user} daemon off; error_log stderr; pid ${folder}/nginx.pid; events { worker_connections 768; }`
  writeFileSync(join(folder, 'site.conf'), site)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${head} http { access_log off; ${nginxFolders(folder)} include site.conf; }`,
  )
  return ['-p', folder, '-c', join(folder, 'nginx.conf')]
}

function caddyArguments({ folder, sitePort, httpPort, httpsPort }: Places): string[] {
  const example = readFileSync(join(DEPLOY, 'caddy/Caddyfile'), 'utf8')
  const site = replaced(example, '127.0.0.1:3000', `127.0.0.1:${sitePort}`)
  const certificate = `tls ${folder}/fullchain.pem ${folder}/privkey.pem`
  const head = `{\n admin off\n http_port ${httpPort}\n https_port ${httpsPort}\n}\n`
  writeFileSync(
    join(folder, 'Caddyfile'),
    head + replaced(site, `\n${HOST} {`, `\n${HOST} {\n\t${certificate}`),
  )
  return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
}

const KINDS = {
  nginx: { command: process.env.NGINX ?? 'nginx', argumentsOf: nginxArguments },
  Caddy: { command: process.env.CADDY ?? 'caddy', argumentsOf: caddyArguments },
}
export type ProxyKind = keyof typeof KINDS

export interface Proxy {
  httpPort: number
  httpsPort: number
  close(): Promise<void>
}

/** Starts the real proxy by the example in deploy/, in front of the site at this address. */
export async function openProxy(kind: ProxyKind, siteUrl: string): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'sankofa-proxy-'))
  writeFileSync(join(folder, 'fullchain.pem'), MARKET_CERTIFICATE)
  writeFileSync(join(folder, 'privkey.pem'), MARKET_KEY)
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const { command, argumentsOf } = KINDS[kind]
  const child = spawn(
    command,
    argumentsOf({ folder, sitePort: new URL(siteUrl).port, httpPort, httpsPort }),
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Caddy stores its own files there.
      env: { PATH: process.env.PATH, HOME: folder },
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exited = once(child, 'exit')
  for (const port of [httpPort, httpsPort])
    await until(() => {
      if (child.exitCode !== null) throw new Error(`${kind} exited during its start: ${said}`)
      return acceptsConnections(port)
    })
  return {
    httpPort,
    httpsPort,
    async close() {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
