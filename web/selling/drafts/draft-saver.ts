import type { DraftForm, OwnProduct } from '#contract/selling/selling.ts'
import { isSignedInAs } from '#web/accounts/sessions/signed-in-as.ts'
import { type ApiClient, ApiError } from '#web/platform/api/client.ts'
import { failureKind } from '#web/platform/api/failure-kind.ts'
import type { ListingValues } from '#web/selling/editor/blank-listing.ts'
import { createListeners } from '#web/platform/browser/listeners.ts'
import { storeListing, type StoredListing } from './stored-listings.ts'
import { draftOf, isBlank, sameListing } from '#web/selling/editor/listing-values.ts'
import { isEditConflict, refusedAs } from './edit-conflict.ts'

/** Long enough for a word, short enough to be there when the phone is put away. */
const PAUSE_MS = 1500
const RETRY_MS = 20_000

export interface SaverState {
  /** Where all that was typed is: nowhere else but on the screen, on this phone, at the server too. */
  where: 'screen' | 'phone' | 'server'
  isSending: boolean
  /** Why the server did not take what was typed last. Other words there stop saving until the person decides. */
  refusal: ApiError | null
  productId: string | null
  /** The server's version that the typed builds on. */
  version: number | null
}

const asApiError = (error: unknown) => (error instanceof ApiError ? error : new ApiError(500))

interface Sent {
  product: OwnProduct
  /** Why the typed is not what the server holds. */
  refusal: ApiError | null
}

/** The version of a draft that nobody has changed since it was begun. */
const BEGUN = 1

/**
 * The draft at the server, which may have been begun by an earlier call whose answer was lost. `isOwn` says whether
 * words are this browser's own.
 */
async function send(
  api: ApiClient,
  { key, productId, version, values }: StoredListing,
  isOwn: (form: DraftForm) => boolean,
): Promise<Sent> {
  const { form } = draftOf(values)
  const save = async (id: string, over: number): Promise<Sent> => {
    const product = await api.call('updateDraft', { params: { id }, body: { version: over, form } })
    return { product, refusal: null }
  }
  if (productId !== null) return save(productId, version ?? 1)
  const begun = await api.call('createDraft', { body: { clientKey: key, form } })
  if (begun.status !== 'draft') return { product: begun, refusal: refusedAs('already-published') }
  if (sameListing(begun.form, form)) return { product: begun, refusal: null }
  // Later versions are another's, and so is one of which this browser has nothing.
  if (begun.version === BEGUN && isOwn(begun.form)) return save(begun.id, begun.version)
  return { product: begun, refusal: refusedAs('edited-elsewhere') }
}

/**
 * Saves a listing while it is typed: in this browser at once, a draft also at the server when there is a network.
 * One request at a time; what is typed meanwhile is in the next.
 */
export class DraftSaver {
  readonly #api: ApiClient
  readonly #personId: string
  readonly #storeIt: typeof storeListing
  readonly #listeners = createListeners()
  #listing: StoredListing
  #state: SaverState
  #sending: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Sent over this version without an answer: the server may have them as its next version. */
  #unanswered: { version: number | null; forms: DraftForm[] } = { version: null, forms: [] }
  /** What was stored unsaved at an earlier visit may have been sent then. */
  readonly #wasTyped: boolean
  #isOpen = false
  /** Taken for granted until the device refuses. */
  #isStored = true
  #isAbandoned = false

  constructor(api: ApiClient, personId: string, start: StoredListing, storeIt = storeListing) {
    this.#api = api
    this.#personId = personId
    this.#storeIt = storeIt
    this.#listing = start
    this.#wasTyped = !start.isSaved
    const { productId, version, isSaved } = start
    this.#state = { where: isSaved ? 'server' : 'phone', isSending: false, refusal: null, productId, version }
  }

  readonly subscribe = this.#listeners.add

  /** The same object until something changes. */
  readonly read = (): SaverState => this.#state

  listing(): StoredListing {
    return this.#listing
  }

  /** Begins to save by itself. */
  open(): void {
    this.#isOpen = true
    if (this.#isSendable()) this.#sendLater(PAUSE_MS)
  }

  /** Sends what is left, and nothing by itself any more. */
  close(): void {
    this.#isOpen = false
    void this.flush()
  }

  /** Nothing more is stored or sent. */
  abandon(): void {
    this.#isAbandoned = true
    clearTimeout(this.#timer)
  }

  /** Stores what was typed on this device at once, and at the server after a pause. */
  change(values: ListingValues): void {
    this.#store({ values, isSaved: false, changedAt: Date.now() })
    this.#notify()
    this.#sendLater(PAUSE_MS)
  }

  /** Changes what is stored beside what was typed. */
  note(change: Partial<StoredListing>): void {
    this.#store(change)
    this.#notify()
  }

  /** Sends now what the server does not have; resolves when it has, or cannot have it at present. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    // What was typed on while one was sent is sent too.
    await this.#sending
    if (!this.#isSendable()) return
    this.#sending ??= this.#send()
    await this.#sending
  }

  /** The product's id; begins the draft where there is none yet. Throws why it cannot. */
  async productId(): Promise<string> {
    if (!isSignedInAs(this.#personId)) throw refusedAs('session-ended')
    if (this.#listing.productId === null) await this.flush()
    const { productId, version, isPublished } = this.#listing
    if (productId !== null && version !== null) return productId
    // Met under this draft's key, and not what is written here until the person decides so.
    if (productId !== null) throw this.#conflict(isPublished)
    if (isEditConflict(this.#state.refusal)) throw this.#state.refusal
    if (!navigator.onLine) throw new ApiError(0)
    // A photo may come before the first word. Requested twice at once, the server begins one draft.
    const { product, refusal } = await send(this.#api, this.#listing, this.#isOwn)
    // Words that were typed meanwhile may have begun it as well.
    if (this.#listing.version !== null) return product.id
    if (refusal) {
      this.#met(product, refusal)
      throw refusal
    }
    this.note({ productId: product.id, version: product.version })
    return product.id
  }

  /** Stops saving at the server until the person decided. */
  refuse(refusal: ApiError): void {
    this.#notify({ refusal })
  }

  /** Saves the typed over what the server holds now. */
  buildOn({ id, version, status }: OwnProduct): void {
    this.#store({ productId: id, version, isPublished: status !== 'draft' })
    this.#notify({ refusal: null })
    this.#sendLater(0)
  }

  /** Goes on from the server's listing; what was typed gives way to `values`. */
  load({ id, version, status }: OwnProduct, values: ListingValues): void {
    const isPublished = status !== 'draft'
    const isSaved = { isSaved: true, delivery: null, reason: null }
    this.#store({ productId: id, version, isPublished, values, ...isSaved })
    this.#notify({ refusal: null })
  }

  /** Why nothing is added to what was met, also after a reload; leaves the decision to the person. */
  #conflict(isPublished: boolean): ApiError {
    const { refusal } = this.#state
    if (isEditConflict(refusal)) return refusal
    const met = refusedAs(isPublished ? 'already-published' : 'edited-elsewhere')
    this.refuse(met)
    return met
  }

  #notify(change: Partial<Pick<SaverState, 'isSending' | 'refusal'>> = {}): void {
    const { productId, version, isSaved } = this.#listing
    const onDevice = this.#isStored ? 'phone' : 'screen'
    this.#state = { ...this.#state, ...change, productId, version, where: isSaved ? 'server' : onDevice }
    this.#listeners.call()
  }

  #store(change: Partial<StoredListing>): void {
    this.#listing = { ...this.#listing, ...change }
    if (!this.#isAbandoned) void this.#storeNow(this.#listing)
  }

  async #storeNow(listing: StoredListing): Promise<void> {
    const isStored = await this.#storeIt(this.#personId, listing)
    if (listing !== this.#listing || isStored === this.#isStored) return
    this.#isStored = isStored
    this.#notify()
  }

  #isSendable(): boolean {
    const { isPublished, isSaved } = this.#listing
    const isWanted = !isPublished && !isSaved && !this.#isAbandoned && !isEditConflict(this.#state.refusal)
    return isWanted && navigator.onLine && isSignedInAs(this.#personId)
  }

  #sendLater(pauseMs: number): void {
    clearTimeout(this.#timer)
    if (this.#isOpen && !this.#listing.isPublished) {
      this.#timer = setTimeout(() => void this.flush(), pauseMs)
    }
  }

  async #send(): Promise<void> {
    const sent = this.#listing.values
    this.#notify({ isSending: true })
    try {
      const { product, refusal } = await this.#sendOver()
      if (refusal) this.#met(product, refusal)
      else this.#took(product, sent)
    } catch (error) {
      const refusal = asApiError(error)
      if (failureKind(refusal) !== 'refused') this.#sendLater(RETRY_MS)
      else this.refuse(refusal)
    } finally {
      this.#sending = undefined
      this.#notify({ isSending: false })
    }
  }

  /** Sends, also over what this browser itself sent before without hearing that it had arrived. */
  async #sendOver(): Promise<Sent> {
    const { version, values } = this.#listing
    if (this.#unanswered.version !== version) this.#unanswered = { version, forms: [] }
    const { forms } = this.#unanswered
    try {
      return await send(this.#api, this.#listing, this.#isOwn)
    } catch (error) {
      const failure = asApiError(error)
      const isKnown = forms.some((form) => sameListing(form, values))
      if (failureKind(failure) !== 'refused' && !isKnown) forms.push(draftOf(values).form)
      if (failure.code === 'edited-elsewhere' && (await this.#hasArrived(forms))) return this.#sendOver()
      throw error
    }
  }

  readonly #isOwn = (form: DraftForm): boolean =>
    this.#wasTyped || isBlank(form) || this.#unanswered.forms.some((own) => sameListing(own, form))

  /** Whether the server's newest version is one of those sent without an answer; goes on from it if so. */
  async #hasArrived(forms: readonly DraftForm[]): Promise<boolean> {
    const { productId, version } = this.#listing
    if (productId === null || version === null || forms.length === 0) return false
    const product = await this.#api.call('getOwnProduct', { params: { id: productId } })
    const isOwn = product.version === version + 1 && forms.some((form) => sameListing(product.form, form))
    if (isOwn) this.#store({ version: product.version })
    return isOwn
  }

  /** The server has something else; the version stays the one that the typed builds on. */
  #met({ id }: OwnProduct, refusal: ApiError): void {
    this.#store({ productId: id })
    this.refuse(refusal)
  }

  #took({ id, version }: OwnProduct, sent: ListingValues): void {
    const isNewest = this.#listing.values === sent
    const isSaved = isNewest && draftOf(sent).isWhole
    this.#store({ productId: id, version, isSaved })
    this.#notify({ refusal: null })
    if (!isNewest) this.#sendLater(PAUSE_MS)
  }
}
