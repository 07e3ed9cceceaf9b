import { afterAll, beforeAll } from 'vitest'
import { logIn, PERSON_ADDRESSES } from '#testing/accounts/accounts.ts'
import { createAnonymousClient, type TestClient } from './anonymous-client.ts'
import type { TestApp } from './app.ts'
import type { PEOPLE } from '#testing/accounts/people.ts'

/** Opens a resource before the tests of a file or a `describe`, and closes it after them. */
export function setUp<Opened extends { close(): Promise<unknown> }>(open: () => Promise<Opened>): Opened {
  const opened = {} as Opened
  beforeAll(async () => void Object.assign(opened, await open()))
  afterAll(() => opened.close())
  return opened
}

/** Signs a person in before the tests of a file or a `describe`, at an app with accounts. */
export function setUpClient(test: TestApp, person: keyof typeof PEOPLE): TestClient {
  const client = createAnonymousClient(
    { request: (...sent) => test.app.request(...sent) },
    PERSON_ADDRESSES[person],
  )
  beforeAll(() => logIn(client, person))
  return client
}
