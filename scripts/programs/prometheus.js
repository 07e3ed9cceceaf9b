import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { unpackFromDebian } from './debian.js'

const COMMANDS = ['prometheus', 'promtool']

const works = (command) => spawnSync(command, ['--version'], { timeout: 20_000 }).status === 0
const found = (commands) =>
  commands.every(works) ? { prometheus: commands[0], promtool: commands[1] } : undefined

/**
 * Prometheus and its promtool: this machine's, otherwise Debian's.
 * @returns {{ prometheus: string, promtool: string }}
 */
export function ensurePrometheus() {
  const known = found(COMMANDS)
  if (known) return known
  const folder = unpackFromDebian('prometheus')
  const unpacked = found(COMMANDS.map((name) => join(folder, 'usr', 'bin', name)))
  if (unpacked) return unpacked
  throw new Error('The monitoring tests need Prometheus, which is missing. Install it with promtool.')
}

/** Alertmanager's amtool: this machine's, otherwise Debian's. */
export function ensureAmtool() {
  if (works('amtool')) return 'amtool'
  const unpacked = join(unpackFromDebian('prometheus-alertmanager'), 'usr', 'bin', 'amtool')
  if (works(unpacked)) return unpacked
  throw new Error('The monitoring tests need amtool, which is missing. Install Alertmanager.')
}
