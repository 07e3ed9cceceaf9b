import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS, migrationChecksums } from '#server/platform/db/migrate.ts'
import { DOMAIN_SQL } from '#server/prepare-database.ts'
import type { Generator } from './generator.ts'

/** Released migrations: a database that ran one refuses to start with a changed text. */
const LIST = 'server/platform/db/migrations/checksums.txt'

type Checksums = Map<string, string>

export function parseChecksums(text: string): Checksums {
  const lines = text.split(/\r?\n/).filter(Boolean)
  return new Map(lines.map((line) => line.split(/\s+/, 2).toReversed() as [string, string]))
}

/** Problems of listed files, one line each; `files` are those in the folder. */
export function checksumProblems(listed: Checksums, files: Checksums): string[] {
  const problems: string[] = []
  for (const [name, checksum] of listed) {
    const found = files.get(name)
    if (found === undefined) problems.push(`${name} is missing, but databases have run it: restore it.`)
    else if (found !== checksum)
      problems.push(
        `${name} was changed, but databases may have run it: restore it and put the change into a new migration. If it ran only on your machine, remove its line from ${LIST} and run npm run generate.`,
      )
  }
  return problems
}

/** Adds the folder's new files to the list; existing lines stay. */
export function withNewChecksums(listed: Checksums, files: Checksums): string {
  const all = new Map([...files, ...listed])
  const names = [...all.keys()].toSorted()
  return names.map((name) => `${all.get(name)}  ${name}\n`).join('')
}

export const generateMigrationChecksums: Generator = async () => {
  const listed = parseChecksums(readFileSync(join(MIGRATIONS, 'checksums.txt'), 'utf8'))
  const files = await migrationChecksums(DOMAIN_SQL)
  const problems = checksumProblems(listed, files)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return { [LIST]: withNewChecksums(listed, files) }
}
