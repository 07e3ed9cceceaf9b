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
    loss: 'what several processes do through Redis is not tested',
  })
