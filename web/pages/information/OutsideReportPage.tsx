import { OutsideReportForm } from '#web/moderation/reports/OutsideReportForm.tsx'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { useLocation } from '#web/platform/router/use-router.ts'
import { loginPath } from '#web/platform/router/login-path.ts'
import { NewTabLink } from '#web/platform/ui/NewTabLink.tsx'
import { StaticPage } from './StaticPage.tsx'

/** Reports without an account; `?about=` is the page from which somebody came. */
export function OutsideReportPage() {
  const { siteName, publicUrl } = usePublicConfig()
  const about = new URLSearchParams(useLocation().search).get('about')
  const path = about?.startsWith('/') ? about : undefined
  return (
    <StaticPage
      description={`Report a listing or a seller on ${siteName} without an account: for buyers, rights holders, parents and authorities.`}
      path="/report"
    >
      <p className="prose-lead">
        Tell us about a listing or a seller that breaks the law or our rules. You need no account.
      </p>
      <p>
        Do you have an account? <NewTabLink href={loginPath(path ?? '/report')} text="Log in" />, then choose
        Report on the page itself: you can add pictures, and you can also report messages and reviews.
      </p>
      <p className="prose-note">In danger, call 112 or 191 first.</p>
      <OutsideReportForm address={path ? publicUrl + path : ''} />
    </StaticPage>
  )
}
