import { Link } from '#web/platform/ui/Link.tsx'
import { menuLinks } from '#web/platform/router/menus.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'

const LINKS = menuLinks('footer')

export function Footer() {
  const { siteName } = usePublicConfig()
  return (
    <footer className="footer">
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-2 pt-6">
        <p className="text-muted">{siteName}: go back and get it. Buy and sell used goods near you.</p>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-5">
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
