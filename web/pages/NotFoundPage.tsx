import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { Drawing } from '#web/platform/ui/Drawing.tsx'
import { SiteSearch } from '#web/search/bar/SiteSearch.tsx'
import { Link } from '#web/platform/ui/Link.tsx'

/** Content of the 404 page, for pages that set their own title. */
export const NotFound = () => (
  <div className="page py-12 text-center">
    <Drawing name="bird" />
    <h1 className="mt-4 text-6xl font-bold">404</h1>
    <p className="mt-3 text-xl text-muted">Oops! Page not found</p>
    <SiteSearch label="All products" className="mx-auto mt-6 max-w-md" />
    <Link to="/" className="button button-primary mt-6">
      Return to Home
    </Link>
  </div>
)

export function NotFoundPage() {
  const { siteName } = usePublicConfig()
  return (
    <>
      <title>{`Page not found | ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <NotFound />
    </>
  )
}
