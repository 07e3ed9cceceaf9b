import type { Setting } from './setting.ts'
import { isListOf, isUrlOf } from './setting-checks.ts'

const isPostgres = isUrlOf(/^postgres(ql)?:\/\//)
const PROBLEM =
  'must look like postgres://user:password@host:5432/name, with special characters of the password %-encoded'

/** Where the database is. */
export const DATABASE_SETTINGS = {
  DATABASE_URL: {
    without: 'its own PostgreSQL, in `DATA_DIR`',
    meaning: 'an existing PostgreSQL, 18 or newer',
    example: 'postgres://user:password@localhost:5432/sankofa',
    isValid: isPostgres,
    problem: PROBLEM,
  },
  DATABASE_READ_URL: {
    without: 'none',
    meaning:
      'streaming replicas of the database, with commas between, that answer part of the reads ([how to make one](docs/operations.md#read-replicas))',
    example: 'postgres://user:password@replica:5432/sankofa',
    isValid: isListOf(isPostgres),
    problem:
      'must look like postgres://user:password@host:5432/name, several with commas between, with special characters of the password %-encoded',
  },
  DATABASE_DIRECT_URL: {
    without: '`DATABASE_URL`',
    meaning:
      'the same database past a pooler such as PgBouncer, for what needs a connection of its own: migrations, notifications and jobs',
    example: 'postgres://user:password@localhost:5432/sankofa',
    isValid: isPostgres,
    problem: PROBLEM,
  },
} as const satisfies Record<string, Setting>
