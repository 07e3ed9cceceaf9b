import { ensureProgram } from './debian-package.js'

/**
 * A redis-server; '' where there is none.
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
