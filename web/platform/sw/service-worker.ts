import { createStoredReplies } from './stored-replies.ts'
import { answerMessagePhoto } from './message-photos.ts'
import { showPushes } from './push.ts'
import { canBeStored, outlineKey, type RequestKind, requestKind } from './request-kind.ts'
import { isShared, receiveShared } from './shared-photos.ts'
import { asStale, isFreshEnough } from './stale.ts'

declare const self: ServiceWorkerGlobalScope & {
  /** The id of the build and the files that every page needs; the server writes them above this script. */
  SHELL: { build: string; files: string[] }
}

const NETWORK_TIMEOUT_MS = 4000
const OFFLINE_PAGE = '/offline.html'
/** Statuses of a proxy that cannot reach the server, and of a server that is overloaded. */
const UNREACHABLE = [502, 503, 504]

const shell = new Set(self.SHELL.files)
const stored = createStoredReplies(self.SHELL.build, caches)

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The name under which a page is stored. */
function keyOf(kind: RequestKind, address: string): string {
  return kind === 'private-page'
    ? outlineKey(new URL(address).pathname)
    : (address.split('#', 1)[0] ?? address)
}

self.addEventListener('install', (event) => {
  // The browser's own cache may still have an old file under a name without a hash.
  const files = self.SHELL.files.map(
    (file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' }),
  )
  event.waitUntil(stored.storeAll(files))
  void self.skipWaiting()
})

async function takeOver() {
  await stored.forgetOldBuilds()
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

/** Stores a page after the scripts and styles that its HTML names, so that every stored page is complete. */
async function storePage(key: string, page: Response) {
  if (!canBeStored(page) || !page.headers.get('Content-Type')?.startsWith('text/html')) return
  const html = await page.clone().text()
  for (const [asset] of html.matchAll(/\/assets\/[\w.-]+/g)) {
    if (!(await stored.find('assets', asset))) await stored.store('assets', asset, await fetch(asset))
  }
  await stored.store('pages', key, page)
}

async function fetchPage(event: FetchEvent): Promise<Response> {
  // The browser has requested the page while the worker was starting.
  const early = (await event.preloadResponse) as Response | undefined
  return early ?? fetch(event.request)
}

const offlinePage = async () => (await stored.find('assets', OFFLINE_PAGE)) ?? Response.error()

/**
 * Answers from the network, unless that is slow or fails and there is a copy. An outline shows no content, so
 * its age does not matter. Any other copy shows its age, and after an hour the error of an overloaded server
 * replaces it.
 */
async function pageOrCopy(kind: RequestKind, key: string, network: Promise<Response>): Promise<Response> {
  const copy = await stored.find('pages', key)
  if (!copy) return network.catch(offlinePage)
  const isOutline = kind === 'private-page'
  const serveCopy = () => (isOutline ? copy : asStale(copy))
  const canServeCopy = isOutline || isFreshEnough(copy)
  const fresh = network.then(
    (reply) => (canServeCopy && UNREACHABLE.includes(reply.status) ? serveCopy() : reply),
    serveCopy,
  )
  return Promise.race([fresh, later(NETWORK_TIMEOUT_MS).then(serveCopy)])
}

function openPage(kind: RequestKind, event: FetchEvent): Promise<Response> {
  const key = keyOf(kind, event.request.url)
  const network = fetchPage(event)
  const storing = network.then((page) => storePage(key, page.clone()))
  event.waitUntil(storing.catch(() => undefined))
  return pageOrCopy(kind, key, network)
}

async function fetchAndStore(kind: 'assets' | 'api' | 'photos', event: FetchEvent): Promise<Response> {
  const reply = await fetch(event.request)
  event.waitUntil(stored.store(kind, event.request, reply.clone()))
  return reply
}

async function fromCopyFirst(kind: 'assets' | 'photos', event: FetchEvent): Promise<Response> {
  return (await stored.find(kind, event.request)) ?? fetchAndStore(kind, event)
}

async function fromNetworkFirst(event: FetchEvent): Promise<Response> {
  const reply = await fetchAndStore('api', event).catch(() => Response.error())
  // An error has the status 0.
  if (reply.status !== 0 && !UNREACHABLE.includes(reply.status)) return reply
  const copy = await stored.find('api', event.request)
  return copy && (reply.status === 0 || isFreshEnough(copy)) ? asStale(copy) : reply
}

const ANSWERS: Record<RequestKind, (event: FetchEvent) => Promise<Response>> = {
  shell: (event) => fromCopyFirst('assets', event),
  asset: (event) => fromCopyFirst('assets', event),
  photo: (event) => fromCopyFirst('photos', event),
  'message-photo': (event) => answerMessagePhoto(event, { caches, fetch }),
  api: fromNetworkFirst,
  page: (event) => openPage('page', event),
  'private-page': (event) => openPage('private-page', event),
  'never-stored': (event) => fetchPage(event).catch(offlinePage),
}

function kindOf(request: Request): RequestKind | undefined {
  const facts = {
    url: new URL(request.url),
    method: request.method,
    mode: request.mode,
    hasAuthorization: request.headers.has('Authorization'),
    hasRange: request.headers.has('Range'),
  }
  return requestKind(facts, self.location.origin, shell)
}

self.addEventListener('fetch', (event) => {
  if (isShared(event.request, self.location.origin)) return event.respondWith(receiveShared(event, caches))
  const kind = kindOf(event.request)
  if (kind) event.respondWith(ANSWERS[kind](event))
})

/** Stores a page that somebody reached without loading a document, as the page reports it. */
async function storeVisited(path: string) {
  const request = new Request(path)
  const facts = {
    url: new URL(request.url),
    method: 'GET',
    mode: 'navigate',
    hasAuthorization: false,
    hasRange: false,
  }
  const kind = requestKind(facts, self.location.origin, shell)
  if (kind === 'page' || kind === 'private-page')
    await storePage(keyOf(kind, request.url), await fetch(request))
}

/** A deletion that a page leaves behind: while it closes, its own requests through this worker get lost. */
interface Deletion {
  address: string
  token: string
}

const sendDeletion = ({ address, token }: Deletion) =>
  fetch(address, { method: 'DELETE', headers: { Authorization: `Bearer ${token}` } })

self.addEventListener('message', (event) => {
  const { visited, deletion } = event.data as { visited?: unknown; deletion?: Deletion }
  if (deletion) event.waitUntil(sendDeletion(deletion).catch(() => undefined))
  // A page whose fetch failed is not stored, as if nobody had visited it.
  if (typeof visited === 'string') event.waitUntil(storeVisited(visited).catch(() => undefined))
})

showPushes()
