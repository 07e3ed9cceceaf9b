import type { Setting } from './setting.ts'
import { isListOf, isUrlOf } from './setting-checks.ts'

const isPostgres = isUrlOf(/^postgres(ql)?:\/\//)
const PROBLEM =
  'must look like postgres://user:password@host:5432/name, with special characters of the password %-encoded'

/** Settings for the database. */
export const DATABASE_SETTINGS = {
  DATABASE_URL: {
    without: 'a built-in PostgreSQL in `DATA_DIR`',
    meaning: 'Your own PostgreSQL, version 18 or newer.',
    example: 'postgres://user:password@localhost:5432/sankofa',
    isValid: isPostgres,
    problem: PROBLEM,
  },
  DATABASE_READ_URL: {
    without: 'none',
    meaning:
      'Streaming replicas that answer part of the reads, separated by commas ([how to make one](docs/operations/scaling-out.md#read-replicas)).',
    example: 'postgres://user:password@replica:5432/sankofa',
    isValid: isListOf(isPostgres),
    problem:
      'must look like postgres://user:password@host:5432/name, several with commas between, with special characters of the password %-encoded',
  },
  DATABASE_DIRECT_URL: {
    without: '`DATABASE_URL`',
    meaning:
      'The same database without a pooler such as PgBouncer. Migrations, notifications and jobs need a connection of their own.',
    example: 'postgres://user:password@localhost:5432/sankofa',
    isValid: isPostgres,
    problem: PROBLEM,
  },
} as const satisfies Record<string, Setting>
