import { describe } from 'vitest'
import { describeTwoProcesses } from './several-processes.ts'

const command = process.env.REDIS_SERVER

// The step reports if no Redis can be installed; there is nothing to test then.
describe.each(command ? [command] : [])('two processes connected through Redis, by %s', (redisServer) => {
  describeTwoProcesses(redisServer)
})
