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

/**
 * Logging out does not wait for a proof; log-out.ts then ends only this session. What the staff's screens send by
 * themselves must not interrupt anybody who is typing.
 */
const WITHOUT_PROOF = /logout|countW|Activity|claimC|leaveC/

const api = createApiClient({
  clock,
  fetch: async (path, init) => noteAnswer(await fetch(path, init), init),
  accessToken: (call) => accessTokenFor(api, call),
  onSessionEnded: (token) => void replaceRefused(api, token),
  onShutOut: (token) => location.assign(`/appeal#token=${token}`),
  // The dialog loads first, so that nobody waits for one that cannot load.
  prove: async (proof, call) =>
    !WITHOUT_PROOF.test(call ?? '') &&
    import('#web/accounts/sessions/ProofDialog.tsx').then(
      () => requestProof(proof),
      () => false,
    ),
})
/**
 * The first refresh may be refused before this page is rendered; the person's stored data must then be
 * deleted too.
 */
const wasSignedIn = readSession() !== null
refreshSession(api)

// The server preloads this page's chunk; without it the first render would differ from the server's.
if (here) await loadPage(here.route)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
const redoTouches = followTouches(root)

/** Until the first page is rendered, the server's choice applies, because its pictures are already loading. */
let isFirstDrawn = false
const wantsSmallPictures = () => (isFirstDrawn ? isDataSaverOn() : boot.smallPictures === true)

const LATER_MS = 5_000

const startOthers = () =>
  void import('./start-later.ts').then(
    ({ startLater }) => startLater(clock),
    () => undefined,
  )

/** Anonymous people load none of this code. It begins by checking whether the session has ended. */
function startSignedIn() {
  stopWaiting?.()
  import('./start-signed-in.ts').then(
    ({ startSignedInServices }) =>
      startSignedInServices({ api, queryClient, accessToken: () => accessTokenFor(api) }),
    // Pages work without it; the next page load tries again.
    () => undefined,
  )
}
let stopWaiting: (() => void) | undefined

function firstPageDrawn() {
  if (isFirstDrawn) return
  redoTouches()
  isFirstDrawn = true
  // Starting earlier would fetch data that makes the page differ from the HTML that is being hydrated.
  if (wasSignedIn || readSession()) startSignedIn()
  else stopWaiting = onAuthEvent(() => readSession() && startSignedIn())
  // The browser still knows later how much data the page itself used.
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
    // The site also works without the service worker, only not offline. Some browsers throw when
    // `navigator.serviceWorker` is read.
  }
}
if (import.meta.env.PROD) void registerWorker()
