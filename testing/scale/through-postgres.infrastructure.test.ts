import { describe } from 'vitest'
import { describeTwoProcesses } from './several-processes.ts'

describe('two processes that meet through PostgreSQL alone', () => {
  describeTwoProcesses()
})
