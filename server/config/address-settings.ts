import type { Setting } from './setting.ts'
import { isOrigin, isPort } from './setting-checks.ts'

/** Where the site answers, and by how many processes. */
export const ADDRESS_SETTINGS = {
  PORT: {
    default: '3000',
    meaning: 'port to listen on',
    isValid: isPort,
    problem: 'must be a port from 1 to 65535, such as 3000',
  },
  HOST: {
    without:
      'all addresses; while `PUBLIC_URL` points to this machine, only those that nobody else can reach',
    meaning: 'address of this machine to listen on, `*` for all of them',
    example: '127.0.0.1',
    isValid: (text) => !/[\s/]/.test(text),
    problem: 'must be an address of this machine, such as 127.0.0.1, or * for all, or be left out',
  },
  PROCESSES: {
    without: 'one up to two cores, else one for every two',
    meaning: 'how many processes answer at the port; one of them runs the jobs, and what dies is replaced',
    example: '2',
    isValid: (text) => /^[1-9]\d?$/.test(text),
    problem: 'must be how many processes, from 1 to 99, such as 2',
  },
  PUBLIC_URL: {
    without: 'this machine and port',
    meaning:
      "the site's own address, with https unless it points to this machine; demo data, demo sign-ins and the dev mailbox exist only while it does",
    example: 'http://localhost:3000',
    isValid: isOrigin,
    problem: 'must be an address without a path, such as https://market.example',
  },
} as const satisfies Record<string, Setting>
