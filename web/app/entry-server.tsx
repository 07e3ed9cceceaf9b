import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import type {
  Boot,
  BootQueries,
  PageAssets,
  PageRequest,
  RenderedPage,
} from '#contract/rendering/rendering.ts'
import { ApiProvider } from '#web/platform/api/api-context.ts'
import { type ApiClient, ApiError } from '#web/platform/api/client.ts'
import { createServerClient } from '#web/platform/api/server-client.ts'
import { StaticRouter } from '#web/platform/router/Router.tsx'
import { createQueryClient } from '#web/platform/api/query-client.ts'
import { App } from './App.tsx'
import { Providers } from './Providers.tsx'
import { loadPage } from './page-loader.ts'
import { findRoute, type Route } from './routes.tsx'

const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Where React's hoisted head tags end and the page's own markup begins. */
const BODY_MARK = '<div id="top">'

/** Styles and code of a page: those before and those after the tags that React puts into the head. */
function headOf(
  assets: PageAssets,
  page: string | undefined,
  noticeId: string | undefined,
): { before: string; after: string } {
  const { script, starter } = assets
  const styles = assets.styles(page)
  const preloads = assets.preloads(page)
  const sheets = styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  const inlineStyles = assets.firstViewStyles?.(page)
  const entry = `data-entry="${script}"${noticeId ? ` data-notice="${noticeId}"` : ''}`
  if (starter && inlineStyles !== undefined) {
    const later = `data-chunks="${preloads.join(' ')}" data-styles="${styles.join(' ')}" data-waits`
    return {
      before: `<script ${entry} ${later}>${starter}</script><style>${inlineStyles}</style><noscript>${sheets}</noscript>`,
      after: '',
    }
  }
  const code = preloads
    .map((href) => `<link rel="modulepreload" fetchpriority="low" href="${href}">`)
    .join('')
  // A script after a stylesheet waits for it. Code comes after the pictures that React preloads, because it
  // would delay them.
  return starter
    ? { before: `<script ${entry}>${starter}</script>${sheets}`, after: code }
    : { before: sheets, after: `${code}<script type="module" src="${script}"></script>` }
}

function htmlDocument(markup: string, assets: PageAssets, page: string | undefined, boot: Boot) {
  const cut = markup.indexOf(BODY_MARK)
  const { before, after } = headOf(assets, page, boot.notice?.id)
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // The theme colour of SPEC 9, in both colour schemes.
    '<meta name="theme-color" content="#2563eb"><meta name="color-scheme" content="light dark">',
    // React's tags begin with the preload of the main picture, which is requested before the styles and the
    // rest.
    markup.slice(0, cut),
    before,
    '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/manifest.webmanifest">',
    `${after}</head>`,
    `<body><div id="root">${markup.slice(cut)}</div>`,
    `<script type="application/json" id="boot">${json(boot)}</script></body></html>`,
  ].join('')
}

interface Match {
  route: Route
  params: Record<string, string>
}

/** Status of the page: that of the first call that fails and that the first view needs. */
async function prefetch(match: Match, url: URL, queryClient: QueryClient, api: ApiClient) {
  try {
    await match.route.prefetch?.({ params: match.params, search: url.searchParams, queryClient, api })
    return 200
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.status === 422 ? 404 : error.status
  }
}

/** Failures are sent too; without them the browser's first render would differ from the server's. */
function bootQueries(queryClient: QueryClient): BootQueries {
  const queries = queryClient.getQueryCache().getAll()
  return {
    found: queries.flatMap(({ queryKey, state }) =>
      state.status === 'success' ? [[queryKey, state.data]] : [],
    ),
    failed: queries.flatMap(({ queryKey, state }) => (state.status === 'error' ? [[queryKey, state]] : [])),
  }
}

/** Renders one anonymous page, whose bytes are the same for everyone. */
export async function render(request: PageRequest): Promise<RenderedPage> {
  const { url, config, assets, call, notice, smallPictures, now } = request
  const queryClient = createQueryClient({ retry: false })
  const api = createServerClient(call, now)
  const match = findRoute(url.pathname)
  if (match) await loadPage(match.route)
  const status = match ? await prefetch(match, url, queryClient, api) : 404
  const markup = renderToString(
    <Providers
      queryClient={queryClient}
      config={config}
      notice={notice}
      wantsSmallPictures={() => smallPictures}
      clock={api.clock}
    >
      <ApiProvider value={api}>
        <StaticRouter address={url.pathname + url.search}>
          <App />
        </StaticRouter>
      </ApiProvider>
    </Providers>,
  )
  const boot: Boot = {
    config,
    notice,
    ...(smallPictures && { smallPictures }),
    renderedAt: now,
    queries: bootQueries(queryClient),
  }
  queryClient.clear()
  const page = match?.route.component
  const inlineStyles = assets.starter && assets.firstViewStyles?.(page)
  return { status, html: htmlDocument(markup, assets, page, boot), inlineStyles }
}

export function canonicalPath(url: URL): string {
  const match = findRoute(url.pathname)
  // All unknown addresses show the same text.
  if (!match) return '/404'
  return url.pathname + (match.route.canonicalSearch?.(url.searchParams) ?? '')
}
