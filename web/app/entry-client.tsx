import '#web/styles/main.css'
import { hydrate } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import type { Boot } from '#contract/rendering.ts'
import { keepSession, refreshWhenDue } from '#web/accounts/session-keeper.ts'
import { onAuthEvent, readSession, writeSession } from '#web/accounts/session-store.ts'
import { ApiProvider } from '#web/api/api-context.ts'
import { createApiClient } from '#web/api/client.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { App } from './App.tsx'
import { PrepareProvider } from './prepare.ts'
import { Providers } from './Providers.tsx'
import { loadPage, pagePreparer } from './page-loader.ts'
import { findRoute } from './routes.tsx'

const boot = JSON.parse(document.getElementById('boot')?.textContent ?? '') as Boot
const queryClient = createQueryClient({ retry: true })
hydrate(queryClient, boot.queries)

async function accessToken() {
  await refreshWhenDue(api)
  return readSession()?.access_token
}

const api = createApiClient({
  fetch: (path, init) => fetch(path, init),
  accessToken,
  onSessionEnded(token) {
    if (readSession()?.access_token === token) writeSession(null, 'signed-out')
  },
})
/** The very first refresh may be refused before this page is drawn: what was kept of its person has to go then too. */
const wasSignedIn = readSession() !== null
keepSession(api)

// A deploy replaced the chunks that this page knows: the page itself is out of date.
addEventListener('vite:preloadError', () => location.reload())

// The server preloads this page's chunk; without it the first render would differ from the server's.
const here = findRoute(location.pathname)
if (here) await loadPage(here.route)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
hydrateRoot(
  root,
  <StrictMode>
    <Providers queryClient={queryClient} config={boot.config} renderedAt={boot.renderedAt}>
      <ApiProvider value={api}>
        <PrepareProvider value={pagePreparer({ queryClient, api })}>
          <BrowserRouter useTransitions={false}>
            <App />
          </BrowserRouter>
        </PrepareProvider>
      </ApiProvider>
    </Providers>
  </StrictMode>,
)

/** Visitors load nothing of it. Its first look at the session tells whether that has ended meanwhile. */
function startSignedIn() {
  stopWaiting()
  import('./signed-in-parts.ts').then(
    ({ startSignedInParts }) => startSignedInParts({ api, queryClient, accessToken }),
    // Pages work without; the next page load tries again.
    () => undefined,
  )
}
const stopWaiting = onAuthEvent(() => readSession() && startSignedIn())
if (wasSignedIn || readSession()) startSignedIn()

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Without it the site works as well, only not offline.
  navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}
