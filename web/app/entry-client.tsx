import '#web/platform/styles/main.css'
import type { QueryState } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { Boot } from '#contract/rendering/rendering.ts'
import { accessTokenFor, refreshSession, replaceRefused } from '#web/accounts/sessions/session-keeper.ts'
import { requestProof } from '#web/accounts/sessions/proof.ts'
import { onAuthEvent, readSession } from '#web/accounts/sessions/session-store.ts'
import { ApiProvider } from '#web/platform/api/api-context.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { isDataSaverOn } from '#web/platform/data-use/data-saver.ts'
import { createQueryClient } from '#web/platform/api/query-client.ts'
import { BrowserRouter } from '#web/platform/router/Router.tsx'
import { App } from './App.tsx'
import { followTouches } from './early-touches.ts'
import { PrepareProvider } from '#web/platform/router/prepare.ts'
import { Providers } from './Providers.tsx'
import { loadPage, pagePreparer } from './page-loader.ts'
import { findRoute } from './routes.tsx'
import { documentAgeMs, noteAnswer } from '#web/platform/config/served-stale.ts'
import { createSiteClock, offsetByPage } from '#web/platform/config/site-clock.ts'

const boot = JSON.parse(document.getElementById('boot')?.textContent ?? '') as Boot
const here = findRoute(location.pathname)
const clock = createSiteClock({
  renderedAt: boot.renderedAt,
  // The outline of a private page may be a copy of any age.
  offset: here?.route.access === 'signed-in' ? 0 : offsetByPage(boot.renderedAt + (documentAgeMs() ?? 0)),
})
const queryClient = createQueryClient({ retry: true })
for (const [queryKey, data] of boot.queries.found)
  queryClient.setQueryData(queryKey, data, { updatedAt: boot.renderedAt - clock.offset })
for (const [queryKey, state] of boot.queries.failed)
  queryClient.getQueryCache().build(queryClient, { queryKey }, state as QueryState)

const api = createApiClient({
  clock,
  fetch: async (path, init) => noteAnswer(await fetch(path, init), init),
  accessToken: (call) => accessTokenFor(api, call),
  onSessionEnded: (token) => void replaceRefused(api, token),
  onShutOut: (token) => location.assign(`/appeal#token=${token}`),
  // Loaded first, so that a dialog that cannot come leaves nobody waiting.
  prove: async (proof, call) =>
    // Who logs out is not kept waiting: log-out.ts ends this session alone then. What is counted beside the screens
    // of staff interrupts nobody who writes.
    call !== 'logout' &&
    call !== 'countWaiting' &&
    import('#web/accounts/sessions/ProofDialog.tsx').then(
      () => requestProof(proof),
      () => false,
    ),
})
/** The very first refresh may be refused before this page is drawn: the person's stored data has to go then too. */
const wasSignedIn = readSession() !== null
refreshSession(api)

// The server preloads this page's chunk; without it the first render would differ from the server's.
if (here) await loadPage(here.route)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
const redoTouches = followTouches(root)

/** The pictures of the page's HTML are on their way already. */
let isFirstDrawn = false
const wantsSmallPictures = () => (isFirstDrawn ? isDataSaverOn() : boot.smallPictures === true)

const LATER_MS = 5_000

const startOthers = () =>
  void import('./start-later.ts').then(
    ({ startLater }) => startLater(clock),
    () => undefined,
  )

/** Visitors load nothing of it. It begins with a check whether the session has ended meanwhile. */
function startSignedIn() {
  stopWaiting?.()
  import('./start-signed-in.ts').then(
    ({ startSignedInServices }) =>
      startSignedInServices({ api, queryClient, accessToken: () => accessTokenFor(api) }),
    // Pages work without; the next page load tries again.
    () => undefined,
  )
}
let stopWaiting: (() => void) | undefined

function firstPageDrawn() {
  if (isFirstDrawn) return
  redoTouches()
  isFirstDrawn = true
  // Not before: what it fetches would make the page another than the HTML that is being taken over.
  if (wasSignedIn || readSession()) startSignedIn()
  else stopWaiting = onAuthEvent(() => readSession() && startSignedIn())
  // What the page itself cost is known later too.
  setTimeout(startOthers, LATER_MS)
}

hydrateRoot(
  root,
  <StrictMode>
    <Providers
      queryClient={queryClient}
      config={boot.config}
      notice={boot.notice}
      wantsSmallPictures={wantsSmallPictures}
      clock={clock}
    >
      <ApiProvider value={api}>
        <PrepareProvider value={pagePreparer({ queryClient, api })}>
          <BrowserRouter>
            <App onDrawn={firstPageDrawn} />
          </BrowserRouter>
        </PrepareProvider>
      </ApiProvider>
    </Providers>
  </StrictMode>,
)

async function registerWorker() {
  try {
    await navigator.serviceWorker.register('/sw.js')
  } catch {
    // Without it the site works as well, only not offline. Some browsers refuse even to name it.
  }
}
if (import.meta.env.PROD) void registerWorker()
