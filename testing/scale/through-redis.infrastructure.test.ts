import { describe } from 'vitest'
import { describeTwoProcesses } from './several-processes.ts'

const command = process.env.REDIS_SERVER

// These tests are skipped if no Redis can be installed, which the test step reports.
describe.each(command ? [command] : [])('two processes connected through Redis, by %s', (redisServer) => {
  describeTwoProcesses(redisServer)
})
