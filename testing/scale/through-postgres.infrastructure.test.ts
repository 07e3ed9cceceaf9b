import { describe } from 'vitest'
import { describeTwoProcesses } from './several-processes.ts'

describe('two processes connected only through PostgreSQL', () => {
  describeTwoProcesses()
})
