import type { Setting } from './setting.ts'
import { isOrigin, isPort } from './setting-checks.ts'

/** Settings for addresses, ports and processes of the site. */
export const ADDRESS_SETTINGS = {
  PORT: {
    default: '3000',
    meaning: 'Port that the site listens on.',
    isValid: isPort,
    problem: 'must be a port from 1 to 65535, such as 3000',
  },
  HOST: {
    without: 'all addresses, or only 127.0.0.1 and ::1 while `PUBLIC_URL` points to this machine',
    meaning: 'Address of this machine that the site listens on; `*` for all of them.',
    example: '127.0.0.1',
    isValid: (text) => !/[\s/]/.test(text),
    problem: 'must be an address of this machine, such as 127.0.0.1, or * for all, or be left out',
  },
  PROCESSES: {
    without: '1 on up to two cores, otherwise half the number of cores',
    meaning:
      'Number of processes that answer requests. One of them also runs the jobs. A process that dies is replaced.',
    example: '2',
    isValid: (text) => /^[1-9]\d?$/.test(text),
    problem: 'must be a number of processes from 1 to 99, such as 2',
  },
  PUBLIC_URL: {
    without: 'this machine and port',
    use: 'live',
    meaning:
      'The address of the site. It must start with https unless it points to this machine. Demo data, demo sign-ins and the dev mailbox exist only on this machine.',
    example: 'http://localhost:3000',
    isValid: isOrigin,
    problem: 'must be an address without a path, such as https://market.example',
  },
} as const satisfies Record<string, Setting>
