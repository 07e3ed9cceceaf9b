import { describe } from 'vitest'
import { describeTwoProcesses } from './several-processes.ts'

const command = process.env.REDIS_SERVER

// Where no Redis can be installed there is nothing to test, which the step says.
describe.each(command ? [command] : [])('two processes that meet through Redis, by %s', (redisServer) => {
  describeTwoProcesses(redisServer)
})
