import { Link } from '#web/platform/ui/Link.tsx'
import { SettingsSection } from './SettingsSection.tsx'

const PAGES = [
  ['/help', 'Help Center'],
  ['/contact', 'Contact us'],
  ['/safety', 'Safety Tips'],
  ['/stolen-phones', 'Stolen phones'],
] as const

export const HelpSection = () => (
  <SettingsSection title="Help and support">
    <ul className="mt-2">
      {PAGES.map(([path, text]) => (
        <li key={path}>
          <Link to={path} className="link inline-flex min-h-11 items-center">
            {text}
          </Link>
        </li>
      ))}
    </ul>
  </SettingsSection>
)
