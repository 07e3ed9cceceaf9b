import { ensureProgram } from './debian-package.js'

/**
 * Path of a redis-server, or ''.
 * @returns {string}
 */
export const ensureRedis = () =>
  ensureProgram({
    program: 'redis-server',
    setting: 'REDIS_SERVER',
    versionFlag: '--version',
    packageName: 'redis-server',
    loss: 'processes that communicate through Redis are not tested',
  })
