import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp } from '#testing/app.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { openPhotoFolder, sendPhoto } from '#testing/pictures/photos.ts'
import { insertProduct } from '#testing/market/products.ts'
import { fillDemo } from './fill.ts'
import { DEMO_PRODUCTS } from './market.ts'
import { NO_MODERATION } from '#demo/moderation/moderation.ts'
import { DEMO_PEOPLE } from './people.ts'

it('another seller’s copy of a demo photo raises a signal', async () => {
  const { storage, close } = await openPhotoFolder()
  onTestFinished(close)
  const test = await createTestApp({ storage })
  onTestFinished(test.close)
  const products = DEMO_PRODUCTS.slice(0, 1)
  const people = DEMO_PEOPLE.filter(({ key }) => key === products[0]?.seller)
  const report = () => undefined
  const { db, secrets } = test
  const hashPassword = async () => ''
  await fillDemo({ db, storage, hashPassword, secrets, report, products, people, moderation: NO_MODERATION })
  await insertAccounts(test.db)
  const kofi = await signIn(test, 'kofi')
  const draft = await insertProduct(test.db, { status: 'draft', seller_id: PEOPLE.kofi.id })

  const original = await readFile(join(import.meta.dirname, 'photos', products[0]?.photos[0] ?? ''))
  const bytes = new Uint8Array(await sharp(original).resize(320).flop().jpeg({ quality: 60 }).toBuffer())
  expect((await sendPhoto(test.app, kofi.token, { bytes, product: draft })).status).toBe(202)
  await test.jobs.settled()
  const own = (await (await kofi.send('GET', `/api/selling/products/${draft}`)).json()) as OwnProduct
  const { form, version } = own
  await kofi.send('POST', `/api/selling/products/${draft}/publish`, { form, version })

  const signals = await test.db.selectFrom('signals').select(['reason', 'target_id']).execute()
  expect(signals).toContainEqual({ reason: 'photo-of-another', target_id: draft })
})
