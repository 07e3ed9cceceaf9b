import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { ContactForm } from '#web/support/ContactForm.tsx'
import { Section } from '#web/platform/ui/Contents.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { StaticPage } from './StaticPage.tsx'

/** 'Africa/Accra' as people say it: 'Accra time'. */
const timeOf = (timeZone: string) => `${(timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')} time`

export function ContactPage() {
  const { siteName, supportEmail, timeZone } = usePublicConfig()
  const time = timeOf(timeZone)
  return (
    <StaticPage
      description={`Write to the people behind ${siteName}. We reply within 24 hours.`}
      path="/contact"
    >
      <p className="prose-lead">
        A question, a problem with a listing, or an idea? We read everything and reply within 24 hours.
      </p>

      <Section id="write" title="Write to us">
        <p>All fields are required.</p>
        <ContactForm />
      </Section>

      <Section id="details" title="Contact details">
        <dl>
          <dt>E-mail</dt>
          <dd>
            <a href={`mailto:${supportEmail}`} className="lone-link">
              {supportEmail}
            </a>
          </dd>
          <dt>Business hours</dt>
          <dd>Monday-Friday: 9:00 AM-6:00 PM, {time}</dd>
          <dd>Saturday-Sunday: 10:00 AM-4:00 PM, {time}</dd>
          <dt>Response time</dt>
          <dd>Typically 2-4 hours in business hours, and always within 24 hours.</dd>
        </dl>
        <p className="prose-note">
          We never ask for your password, your MoMo PIN or a code from an SMS. If somebody does so in our
          name, it is not us.
        </p>
      </Section>

      <Section id="report" title="Report a listing or a seller">
        <p>
          Buyers, rights holders, parents and the police can report without an account. It reaches a moderator
          sooner than a message.
        </p>
        <Link to="/report" className="button button-quiet mt-4">
          Report without an account
        </Link>
      </Section>

      <Section id="quick" title="Quick answers">
        <p>Most questions about buying, selling and photos are already answered.</p>
        <Link to="/help" className="button button-quiet mt-4">
          Help Center
        </Link>
      </Section>
    </StaticPage>
  )
}
