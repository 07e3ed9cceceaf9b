import { BULK_PHOTOS_MAX, LISTING_PHOTOS_MAX } from '#contract/limits.ts'
import type { PhotoFile } from './check-photo-file.ts'

/** A chosen photo that the server does not have yet. */
export interface KeptFile {
  /** The upload's key. */
  key: string
  /** Whose photo it is and of what, as `keepUnder` of the uploads names it. */
  group: string
  name: string
  file: Blob
  /** The file as it was chosen; null of an edited picture. */
  source: PhotoFile | null
  replaces: string | null
  /** Reduced or edited: to be sent as it is. */
  isPrepared: boolean
  /** Milliseconds since 1970. */
  keptAt: number
}

/** The keys of a group's photos in the order that the person wants, sent ones too. */
interface KeptOrder {
  group: string
  order: readonly string[]
}

export interface KeptFiles {
  /** Rejects where there is no room, or storing is forbidden. */
  keep(file: KeptFile): Promise<void>
  keepOrder(group: string, order: readonly string[]): Promise<void>
  /** Files in the order in which they were chosen. */
  keptUnder(group: string): Promise<{ files: KeptFile[]; order: readonly string[] }>
  forget(keys: readonly string[]): Promise<void>
  /** Forgets all files of a group, and their order. */
  forgetGroup(group: string): Promise<void>
}

const FILES = 'files'
const ORDERS = 'orders'
/** All photos of the listings that may wait here, and two full bulks; what is older gives way. */
const FILES_MAX = 30 * LISTING_PHOTOS_MAX + 2 * BULK_PHOTOS_MAX
const DAYS_MAX = 30

const outcome = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('Not kept')))
  })

/** A full disk may show only as the whole is written. */
const written = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Not kept')))
  })

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('sankofa.photos', 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(FILES, { keyPath: 'key' })
    request.result.createObjectStore(ORDERS, { keyPath: 'group' })
  })
  return outcome(request)
}

interface Stores {
  files: IDBObjectStore
  orders: IDBObjectStore
}

async function withStores<Result>(
  mode: IDBTransactionMode,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const database = await open()
  try {
    const transaction = database.transaction([FILES, ORDERS], mode)
    const stores = { files: transaction.objectStore(FILES), orders: transaction.objectStore(ORDERS) }
    const [result] = await Promise.all([work(stores), written(transaction)])
    return result
  } finally {
    database.close()
  }
}

async function readFiles({ files }: Stores): Promise<KeptFile[]> {
  const all = (await outcome(files.getAll())) as KeptFile[]
  return all.toSorted((one, other) => one.keptAt - other.keptAt)
}

async function dropOld(stores: Stores): Promise<void> {
  const files = await readFiles(stores)
  const oldest = Date.now() - DAYS_MAX * 86_400_000
  const staying = files.filter(({ keptAt }, place) => keptAt >= oldest && place >= files.length - FILES_MAX)
  const dropped = files.filter((file) => !staying.includes(file))
  const groups = (await outcome(stores.orders.getAllKeys())) as string[]
  const empty = groups.filter((group) => staying.every((file) => file.group !== group))
  await Promise.all([
    ...dropped.map(({ key }) => outcome(stores.files.delete(key))),
    ...empty.map((group) => outcome(stores.orders.delete(group))),
  ])
}

/** Lets go of every file of the groups that `isUnwanted` names. */
export async function forgetGroups(isUnwanted: (group: string) => boolean): Promise<void> {
  await withStores('readwrite', async (stores) => {
    const files = await readFiles(stores)
    const groups = (await outcome(stores.orders.getAllKeys())) as string[]
    await Promise.all([
      ...files.filter(({ group }) => isUnwanted(group)).map(({ key }) => outcome(stores.files.delete(key))),
      ...groups.filter(isUnwanted).map((group) => outcome(stores.orders.delete(group))),
    ])
  }).catch(() => undefined)
}

/** The files outlive a reload in the browser's own database. Where that is refused or full, nothing else stops. */
export const keptFiles: KeptFiles = {
  async keep(file) {
    await withStores('readwrite', async (stores) => {
      await outcome(stores.files.put(file))
      await dropOld(stores)
    })
  },
  async keepOrder(group, order) {
    const kept: KeptOrder = { group, order }
    await withStores('readwrite', ({ orders }) => outcome(orders.put(kept))).catch(() => undefined)
  },
  async keptUnder(group) {
    const read = async (stores: Stores) => {
      const files = await readFiles(stores)
      const kept = (await outcome(stores.orders.get(group))) as KeptOrder | undefined
      return { files: files.filter((file) => file.group === group), order: kept?.order ?? [] }
    }
    return withStores('readonly', read).catch(() => ({ files: [], order: [] }))
  },
  async forget(keys) {
    await withStores('readwrite', ({ files }) =>
      Promise.all(keys.map((key) => outcome(files.delete(key)))),
    ).catch(() => undefined)
  },
  forgetGroup: (group) => forgetGroups((other) => other === group),
}

/** The groups that have files which the server does not have. */
export const unsentGroups = async (): Promise<ReadonlySet<string>> => {
  const files = await withStores('readonly', readFiles).catch(() => [])
  return new Set(files.map(({ group }) => group))
}

/** Names the files of one group as those of another. */
export async function moveGroup(from: string, to: string): Promise<void> {
  await withStores('readwrite', async (stores) => {
    const files = await readFiles(stores)
    const kept = (await outcome(stores.orders.get(from))) as KeptOrder | undefined
    await Promise.all([
      ...files
        .filter(({ group }) => group === from)
        .map((file) => outcome(stores.files.put({ ...file, group: to }))),
      ...(kept ? [outcome(stores.orders.put({ ...kept, group: to }))] : []),
      outcome(stores.orders.delete(from)),
    ])
  }).catch(() => undefined)
}
