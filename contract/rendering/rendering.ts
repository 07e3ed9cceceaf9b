import type { SiteNotice } from '#contract/moderation/administration/site-notice.ts'
import type { PublicConfig } from '#contract/site.ts'

/** Addresses of the built files that a page needs. */
export interface PageAssets {
  script: string
  /** Text of the only script within the HTML, which starts the page's code; absent during development. */
  starter?: string
  /** Stylesheets of every page, then those of the named component's page. */
  styles(component: string | undefined): string[]
  /** Chunks to load beside the entry, for the named component's page. */
  preloads(component: string | undefined): string[]
  /** Inline styles of a page that paints first; its stylesheets load later. */
  firstViewStyles?(component: string | undefined): string | undefined
}

/**
 * Calls the API in process: the same checks, no network. `input` has the form of a request: every part is
 * text.
 */
export type PageCall = (
  name: string,
  input: { params?: Record<string, string>; query?: Record<string, string> },
) => Promise<{ status: number; body: unknown }>

/** Input of the web's server entry for one anonymous page. */
export interface PageRequest {
  url: URL
  config: PublicConfig
  assets: PageAssets
  call: PageCall
  notice: SiteNotice | null
  /** True if pages name no large pictures. */
  smallPictures: boolean
  /** Milliseconds since 1970; ages are computed from it until the browser takes over. */
  now: number
}

export interface RenderedPage {
  status: number
  html: string
  /** Styles within the HTML, which the content security policy has to allow. */
  inlineStyles?: string
}

/** Interface of the built server entry, `web/app/entry-server.tsx`. */
export interface PageRenderer {
  render(request: PageRequest): Promise<RenderedPage>
  /**
   * The address without parts that do not change its page (unknown parameters, invalid values, order): the
   * key of the page cache.
   */
  canonicalPath(url: URL): string
}

/** The data of successful queries by their keys, and TanStack Query's state of failed ones. */
export interface BootQueries {
  found: [key: readonly unknown[], data: unknown][]
  failed: [key: readonly unknown[], state: object][]
}

/** Data in the page for the browser to continue with, as JSON in `<script id="boot">`. */
export interface Boot {
  config: PublicConfig
  notice: SiteNotice | null
  /** Set if this page names no large pictures. */
  smallPictures?: true
  renderedAt: number
  queries: BootQueries
}
