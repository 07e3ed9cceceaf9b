import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { BootError } from '#server/platform/process/boot-error.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { connect } from './connect.ts'
import { checkFitness, checkNotifications, checkPreparedStatements, EXTENSIONS } from './server-checks.ts'

const NAME = `foreign_${randomBytes(6).toString('hex')}`

let admin: pg.Client
let empty: TestDatabase
beforeAll(async () => {
  admin = new pg.Client(inject('adminUrl'))
  await admin.connect()
  await admin.query(`create role ${NAME} login`)
  await admin.query(
    `create database ${NAME} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
  )
  empty = await createEmptyDatabase()
})
afterAll(async () => {
  await empty.close()
  await admin.query(`drop database ${NAME} with (force)`)
  await admin.query(`drop role ${NAME}`)
  await admin.end()
})

const as = (user: string, database: string) => {
  const url = new URL(inject('adminUrl'))
  url.username = user
  url.pathname = database
  return url.href
}
async function outcome(url: string, extensions?: string[], options = {}) {
  const db = connect(url, { connections: 1, statementTimeoutMilliseconds: 10_000, ...options })
  try {
    return await checkFitness(db, extensions)
  } catch (error) {
    return error instanceof BootError ? error.lines : error
  } finally {
    await db.destroy()
  }
}

test('an empty database and a used one are accepted', async () => {
  expect(await outcome(empty.url)).toEqual([])
  const used = await createTestDatabase()
  expect(await outcome(used.url)).toEqual([])
  await used.close()
})

test('all obstacles are listed at once with their remedies', async () => {
  expect(await outcome(as(NAME, NAME), [...EXTENSIONS, 'pg_nothing'])).toEqual([
    `DATABASE_URL: the database ${NAME} has the encoding SQL_ASCII. Create one with encoding 'UTF8'.`,
    expect.stringMatching(/^DATABASE_URL: this server does not offer pg_nothing\. /),
    `DATABASE_URL: ${NAME} may not create in the database ${NAME}. Run: grant create on database ${NAME} to ${NAME}`,
    `DATABASE_URL: ${NAME} may not create in its schema. Run: grant create on schema public to ${NAME}`,
  ])
})

test('a missing time limit is reported at the start', async () => {
  expect(await outcome(empty.url, undefined, { statementTimeoutMilliseconds: 0 })).toEqual([
    expect.stringMatching(/no time limit.*alter role sankofa set statement_timeout = '10s'$/),
  ])
})

test('notifications and prepared statements work without a pooler', async () => {
  await expect(checkNotifications(empty.url)).resolves.toBeUndefined()
  await expect(checkPreparedStatements(empty.url)).resolves.toBeUndefined()
})
