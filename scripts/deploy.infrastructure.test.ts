import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nginxFolders } from '#testing/proxies/real-proxies.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '#testing/services/certificate.ts'
import { findCaddy, findNginx } from '#scripts/programs/proxies.js'

const repository = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(repository, path), 'utf8')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sankofa-deploy-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o644 })
  return path
}

const works = (command: string, args: string[]) => spawnSync(command, args).status === 0

function run(command: string, args: string[]) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}${error?.message ?? ''}` }
}

describe('the examples of proxies', () => {
  it('nginx accepts its example', () => {
    write('fullchain.pem', TEST_CERTIFICATE)
    write('privkey.pem', TEST_KEY)
    const example = read('deploy/nginx/sankofa.conf').replaceAll(
      '/etc/letsencrypt/live/market.example',
      folder,
    )
    const site = write('sankofa.conf', example)
    const log = `error_log stderr; pid ${folder}/nginx.pid;`
    const http = `access_log off; ${nginxFolders(folder)} include ${site};`
    const whole = write('nginx.conf', `${log} events {} http { ${http} }`)
    const { status, said } = run(findNginx(), ['-t', '-p', folder, '-c', whole])
    expect(said).toContain('test is successful')
    expect(status).toBe(0)
  })

  it('Caddy accepts its example', () => {
    const path = join(repository, 'deploy/caddy/Caddyfile')
    expect(run(findCaddy(), ['validate', '--adapter', 'caddyfile', '--config', path]).said).toContain(
      'Valid configuration',
    )
  })
})

describe('the systemd unit', () => {
  const unit = read('deploy/systemd/sankofa.service')

  it('systemd accepts the unit', () => {
    const here = unit.replace('ExecStart=node', `ExecStart=${process.execPath}`)
    const path = write('sankofa.service', here)
    // Machines without systemd cannot check it.
    if (!works('systemd-analyze', ['--version'])) return
    expect(run('systemd-analyze', ['verify', path])).toEqual({ status: 0, said: '' })
  })

  it('starts an existing file and waits longer than the site takes to stop', () => {
    expect(existsSync(join(repository, /^ExecStart=\S+ (\S+)$/m.exec(unit)?.[1] ?? ''))).toBe(true)
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(30)
  })
})
