import type { DraftForm, OwnProduct } from '#contract/selling/selling.ts'
import { isSignedInAs } from '#web/accounts/sessions/signed-in-as.ts'
import { type ApiClient, ApiError } from '#web/platform/api/client.ts'
import { failureKind } from '#web/platform/api/failure-kind.ts'
import type { ListingValues } from '#web/selling/editor/blank-listing.ts'
import { createListeners } from '#web/platform/browser/listeners.ts'
import { storeListing, type StoredListing } from './stored-listings.ts'
import { isBlank, sameListing, toDraft } from '#web/selling/editor/listing-values.ts'
import { createRefusal, isEditConflict } from './edit-conflict.ts'

/** Long enough to type a word, short enough to save before people put the phone away. */
const PAUSE_MS = 1500
const RETRY_MS = 20_000

export interface SaverState {
  /** The safest place that has all typed text: only the screen, this phone, or the server too. */
  where: 'screen' | 'phone' | 'server'
  isSending: boolean
  /** Why the server refused the last save. A conflict with other words there stops saving until the person decides. */
  refusal: ApiError | null
  productId: string | null
  /** The server's version on which the form is based. */
  version: number | null
}

const asApiError = (error: unknown) => (error instanceof ApiError ? error : new ApiError(500))

interface Sent {
  product: OwnProduct
  /** Why the server did not accept the form. */
  refusal: ApiError | null
}

/** The version of a draft that nobody has changed since it was created. */
const FIRST_VERSION = 1

/**
 * Saves the draft at the server. An earlier call may have created it without this browser hearing of it; `isOwn` says
 * whether a form comes from this browser.
 */
async function send(
  api: ApiClient,
  { key, productId, version, values }: StoredListing,
  isOwn: (form: DraftForm) => boolean,
): Promise<Sent> {
  const { form } = toDraft(values)
  const save = async (id: string, over: number): Promise<Sent> => {
    const product = await api.call('updateDraft', { params: { id }, body: { version: over, form } })
    return { product, refusal: null }
  }
  if (productId !== null) return save(productId, version ?? 1)
  const created = await api.call('createDraft', { body: { clientKey: key, form } })
  if (created.status !== 'draft') return { product: created, refusal: createRefusal('already-published') }
  if (sameListing(created.form, form)) return { product: created, refusal: null }
  // Somebody else made any later version, and any form that this browser never sent.
  if (created.version === FIRST_VERSION && isOwn(created.form)) return save(created.id, created.version)
  return { product: created, refusal: createRefusal('edited-elsewhere') }
}

/**
 * Saves a listing while people type: in this browser at once, and a draft also at the server if there is a network. It
 * sends one request at a time; text typed during a request goes into the next one.
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
  /** Forms sent over this version without an answer: the server may have them as its next version. */
  #unanswered: { version: number | null; forms: DraftForm[] } = { version: null, forms: [] }
  /** Text stored unsaved at an earlier visit may have been sent then. */
  readonly #wasTyped: boolean
  #isOpen = false
  /** Assumed until the device refuses to store. */
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

  /** Returns the same object until something changes. */
  readonly read = (): SaverState => this.#state

  listing(): StoredListing {
    return this.#listing
  }

  /** Starts saving automatically. */
  open(): void {
    this.#isOpen = true
    if (this.#isSendable()) this.#sendLater(PAUSE_MS)
  }

  /** Sends unsaved changes and stops saving automatically. */
  close(): void {
    this.#isOpen = false
    void this.flush()
  }

  /** Stops storing and sending. */
  abandon(): void {
    this.#isAbandoned = true
    clearTimeout(this.#timer)
  }

  /** Stores the form on this device at once, and at the server after a pause. */
  change(values: ListingValues): void {
    this.#store({ values, isSaved: false, changedAt: Date.now() })
    this.#notify()
    this.#sendLater(PAUSE_MS)
  }

  /** Changes the stored listing apart from the form. */
  update(change: Partial<StoredListing>): void {
    this.#store(change)
    this.#notify()
  }

  /** Sends changes to the server now; resolves once the server has them, or cannot be given them at present. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    // Also send text that was typed during the last request.
    await this.#sending
    if (!this.#isSendable()) return
    this.#sending ??= this.#send()
    await this.#sending
  }

  /** Resolves to the product's id; creates the draft if there is none. Rejects with the reason if it cannot. */
  async productId(): Promise<string> {
    if (!isSignedInAs(this.#personId)) throw createRefusal('session-ended')
    if (this.#listing.productId === null) await this.flush()
    const { productId, version, isPublished } = this.#listing
    if (productId !== null && version !== null) return productId
    // Another form was found under this draft's key; it is not replaced until the person decides.
    if (productId !== null) throw this.#conflict(isPublished)
    if (isEditConflict(this.#state.refusal)) throw this.#state.refusal
    if (!navigator.onLine) throw new ApiError(0)
    // A photo may be added before the first word. The server creates only one draft for two requests.
    const { product, refusal } = await send(this.#api, this.#listing, this.#isOwn)
    // A save of typed text may have created the draft as well.
    if (this.#listing.version !== null) return product.id
    if (refusal) {
      this.#reportConflict(product, refusal)
      throw refusal
    }
    this.update({ productId: product.id, version: product.version })
    return product.id
  }

  /** Stops saving at the server until the person has decided. */
  refuse(refusal: ApiError): void {
    this.#notify({ refusal })
  }

  /** Saves the form over the server's current version. */
  saveOver({ id, version, status }: OwnProduct): void {
    this.#store({ productId: id, version, isPublished: status !== 'draft' })
    this.#notify({ refusal: null })
    this.#sendLater(0)
  }

  /** Continues with the server's listing; `values` replace the form. */
  load({ id, version, status }: OwnProduct, values: ListingValues): void {
    const isPublished = status !== 'draft'
    const isSaved = { isSaved: true, delivery: null, reason: null }
    this.#store({ productId: id, version, isPublished, values, ...isSaved })
    this.#notify({ refusal: null })
  }

  /**
   * The refusal that stops any change to the other form, also after a reload, and leaves the decision to the person.
   */
  #conflict(isPublished: boolean): ApiError {
    const { refusal } = this.#state
    if (isEditConflict(refusal)) return refusal
    const conflict = createRefusal(isPublished ? 'already-published' : 'edited-elsewhere')
    this.refuse(conflict)
    return conflict
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
      if (refusal) this.#reportConflict(product, refusal)
      else this.#accept(product, sent)
    } catch (error) {
      const refusal = asApiError(error)
      if (failureKind(refusal) !== 'refused') this.#sendLater(RETRY_MS)
      else this.refuse(refusal)
    } finally {
      this.#sending = undefined
      this.#notify({ isSending: false })
    }
  }

  /** Sends the form, also over a version that this browser sent before without an answer. */
  async #sendOver(): Promise<Sent> {
    const { version, values } = this.#listing
    if (this.#unanswered.version !== version) this.#unanswered = { version, forms: [] }
    const { forms } = this.#unanswered
    try {
      return await send(this.#api, this.#listing, this.#isOwn)
    } catch (error) {
      const failure = asApiError(error)
      const isKnown = forms.some((form) => sameListing(form, values))
      if (failureKind(failure) !== 'refused' && !isKnown) forms.push(toDraft(values).form)
      if (failure.code === 'edited-elsewhere' && (await this.#hasArrived(forms))) return this.#sendOver()
      throw error
    }
  }

  readonly #isOwn = (form: DraftForm): boolean =>
    this.#wasTyped || isBlank(form) || this.#unanswered.forms.some((own) => sameListing(own, form))

  /** Whether the server's newest version is one that was sent without an answer; if so, continues from it. */
  async #hasArrived(forms: readonly DraftForm[]): Promise<boolean> {
    const { productId, version } = this.#listing
    if (productId === null || version === null || forms.length === 0) return false
    const product = await this.#api.call('getOwnProduct', { params: { id: productId } })
    const isOwn = product.version === version + 1 && forms.some((form) => sameListing(product.form, form))
    if (isOwn) this.#store({ version: product.version })
    return isOwn
  }

  /** The server has another form; the version stays the one on which this form is based. */
  #reportConflict({ id }: OwnProduct, refusal: ApiError): void {
    this.#store({ productId: id })
    this.refuse(refusal)
  }

  #accept({ id, version }: OwnProduct, sent: ListingValues): void {
    const isNewest = this.#listing.values === sent
    const isSaved = isNewest && toDraft(sent).isWhole
    this.#store({ productId: id, version, isSaved })
    this.#notify({ refusal: null })
    if (!isNewest) this.#sendLater(PAUSE_MS)
  }
}
