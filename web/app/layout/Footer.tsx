import { Link } from '#web/platform/ui/Link.tsx'
import { menuLinks } from '#web/platform/router/menus.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'

const LINKS = menuLinks('footer')

export function Footer() {
  const { siteName } = usePublicConfig()
  return (
    <footer className="footer">
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-2 md:pt-6">
        {/* On a phone, the links alone fill two lines. */}
        <p className="text-muted max-md:hidden">
          {siteName}: go back and get it. Buy and sell used goods near you.
        </p>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-3 md:gap-x-5">
            {LINKS.map(([path, words]) => (
              <li key={path}>
                <Link to={path} className="lone-link hover:underline">
                  {words}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
