import type { SiteNotice } from '#contract/moderation/administration/site-notice.ts'
import type { PublicConfig } from '#contract/site.ts'

/** Addresses of the built files that a page needs. */
export interface PageAssets {
  script: string
  /** Text of the one script within the HTML, which starts the page's code; absent while developing. */
  starter?: string
  /** Stylesheets of every page, then those of the page whose component is named. */
  styles(component: string | undefined): string[]
  /** Chunks to load beside the entry, for the page whose component is named. */
  preloads(component: string | undefined): string[]
  /** What a page that paints first has within its HTML; its stylesheets come later. */
  firstViewStyles?(component: string | undefined): string | undefined
}

/** Calls the API in process: the same checks, no network. `input` is as it would travel: every part a text. */
export type PageCall = (
  name: string,
  input: { params?: Record<string, string>; query?: Record<string, string> },
) => Promise<{ status: number; body: unknown }>

/** What the server hands to the web's server entry for one anonymous page. */
export interface PageRequest {
  url: URL
  config: PublicConfig
  assets: PageAssets
  call: PageCall
  notice: SiteNotice | null
  /** Whether pages name no large pictures. */
  smallPictures: boolean
  /** Milliseconds since 1970; ages are computed from it until the browser takes over. */
  now: number
}

export interface RenderedPage {
  status: number
  html: string
  /** Those within the HTML, as the content security policy has to know them. */
  inlineStyles?: string
}

/** The face of the built server entry, `web/app/entry-server.tsx`. */
export interface PageRenderer {
  render(request: PageRequest): Promise<RenderedPage>
  /**
   * The address without what does not change its page (unknown parameters, nonsense values, order): the
   * key of the page cache.
   */
  canonicalPath(url: URL): string
}

/** By their keys the data of queries that succeeded, and TanStack Query's state of those that failed. */
export interface BootQueries {
  found: [key: readonly unknown[], data: unknown][]
  failed: [key: readonly unknown[], state: object][]
}

/** What travels in the page for the browser to take over, as JSON in `<script id="boot">`. */
export interface Boot {
  config: PublicConfig
  notice: SiteNotice | null
  /** Whether this page names no large pictures. */
  smallPictures?: true
  renderedAt: number
  queries: BootQueries
}
