import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { unpackFromDebian } from './debian.js'

/**
 * This machine's program, otherwise Debian's, which is not installed: its service would take the ports 80 and
 * 443.
 */
const commandOf = (name, path, version) =>
  spawnSync(name, [version]).status === 0 ? name : join(unpackFromDebian(name), path)

/** @returns {string} */
export const findNginx = () => commandOf('nginx', 'usr/sbin/nginx', '-v')

/** @returns {string} */
export const findCaddy = () => commandOf('caddy', 'usr/bin/caddy', 'version')

/** Commands for parallel tests, each of which would otherwise unpack them. */
export const findProxies = () => ({ NGINX: findNginx(), CADDY: findCaddy() })
