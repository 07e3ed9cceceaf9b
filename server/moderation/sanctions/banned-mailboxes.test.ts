import { beforeEach, describe, expect, it } from 'vitest'
import { insertAccounts } from '#testing/accounts/accounts.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { createTestApp } from '#testing/app.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { insertPhoto } from '#testing/market/products.ts'
import { beginDraft, listingForm } from '#testing/market/selling.ts'
import { signInStaff } from '#testing/accounts/staff.ts'
import { setUp } from '#testing/set-up.ts'
import { registerConfirmed } from '#testing/accounts/registration.ts'

const test = setUp(createTestApp)
let yaw: TestClient

beforeEach(async () => {
  await test.db.deleteFrom('profiles').execute()
  await test.db.deleteFrom('rate_limits').execute()
  await insertPeople(test.db)
  await insertAccounts(test.db)
  yaw = await signInStaff(test, 'moderator')
})

const decide = (target: { kind: string; id: string }, action: string) =>
  yaw.send('POST', '/api/moderation/decisions', {
    target,
    action,
    rule: action === 'ban' ? 'no-money-first' : null,
    words: action === 'ban' ? 'You asked for money first.' : '',
    days: null,
  })
const ban = async () => expect((await decide({ kind: 'person', id: PEOPLE.ama.id }, 'ban')).status).toBe(201)

/** Publishes one more listing. Returns it with its status. */
async function published(seller: TestClient): Promise<{ id: string; status: string }> {
  const form = listingForm()
  const { id } = await beginDraft(seller, form)
  await insertPhoto(test.db, id)
  const response = await seller.send('POST', `/api/selling/products/${id}/publish`, { version: 1, form })
  expect(response.status).toBe(200)
  return (await response.json()) as { id: string; status: string }
}

const signalsOf = (personId: string) =>
  test.db
    .selectFrom('signals')
    .select(['target_kind', 'detail'])
    .where('subject_id', '=', personId)
    .where('reason', '=', 'banned-mailbox')
    .orderBy('id')
    .execute()
const openCases = async () =>
  (await test.db.selectFrom('cases').select('target_id').where('state', '=', 'open').execute()).map(
    (row) => row.target_id,
  )
const SEEN = { account: PEOPLE.ama.id }

describe('a new account of a banned mailbox', () => {
  it('is flagged in any spelling of the address, and its first listings wait for review', async () => {
    await ban()
    const again = await registerConfirmed(test, 'AMA+new@example.com')
    expect(await signalsOf(again.id)).toEqual([{ target_kind: 'person', detail: SEEN }])
    expect(await openCases()).toEqual([again.id])
    const first = await published(again)
    const second = await published(again)
    expect([first.status, second.status]).toEqual(['held', 'held'])
    expect((await openCases()).toSorted()).toEqual([again.id, first.id, second.id].toSorted())
    await decide({ kind: 'product', id: first.id }, 'approve')
    expect((await published(again)).status).toBe('available')
  })

  it('is recognized after a later ban and ignored after the ban is lifted', async () => {
    const again = await registerConfirmed(test, 'ama+new@example.com')
    expect(await signalsOf(again.id)).toEqual([])
    await ban()
    expect((await published(again)).status).toBe('held')
    await decide({ kind: 'person', id: PEOPLE.ama.id }, 'restore')
    expect((await published(again)).status).toBe('available')
    expect(await signalsOf((await registerConfirmed(test, 'ama+third@example.com')).id)).toEqual([])
  })

  it('is recognized by a ban from before mailbox hashes were stored', async () => {
    await ban()
    await test.db
      .updateTable('accounts')
      .set({ mailbox_hash: null })
      .where('id', '=', PEOPLE.ama.id)
      .execute()
    await test.jobs.enqueue(test.db, { name: 'remember-banned-mailboxes', options: {} }, {})
    await test.jobs.settled()
    expect(await signalsOf((await registerConfirmed(test, 'ama+new@example.com')).id)).toHaveLength(1)
  })

  it('is not confused with other people', async () => {
    await ban()
    const other = await registerConfirmed(test, 'amanda@example.com')
    expect(await signalsOf(other.id)).toEqual([])
    expect((await published(other)).status).toBe('available')
  })
})
