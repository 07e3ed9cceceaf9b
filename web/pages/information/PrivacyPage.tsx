import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { Contents, Section } from '#web/platform/ui/Contents.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { StaticPage } from './StaticPage.tsx'

const SECTIONS = {
  collected: 'Information we collect',
  use: 'How we use it',
  sharing: 'Sharing',
  security: 'Data security',
  rights: 'Your privacy rights',
  cookies: 'Cookies',
  children: 'Children’s privacy',
  changes: 'Changes to this policy',
  contact: 'Contact',
}

export function PrivacyPage() {
  const { siteName } = usePublicConfig()
  return (
    <StaticPage
      description={`What ${siteName} knows about you, why, for how long, and your rights under Ghana’s Data Protection Act.`}
      path="/privacy"
      lastUpdated="December 14, 2024"
    >
      <p className="prose-lead">
        The short version: we keep what the market needs, show no more of you than you choose, sell nothing to
        anybody, and delete what you ask us to delete.
      </p>
      <Contents sections={SECTIONS} />

      <Collected />

      <Section id="use" title={SECTIONS.use}>
        <ul>
          <li>to show listings and let people find and reach each other;</li>
          <li>to send the messages and notices that you switched on;</li>
          <li>to find and stop fraud, theft and abuse;</li>
          <li>to answer you, and to do what the law requires.</li>
        </ul>
        <p>
          We process it because the service cannot work without it, because you agreed, or because the law
          asks for it. No decision that affects you seriously is taken by a machine alone. We use nothing for
          advertising.
        </p>
      </Section>

      <Section id="sharing" title={SECTIONS.sharing}>
        <p>We do not sell or rent personal data. Others see only this:</p>
        <ul>
          <li>
            <strong>Everyone</strong> sees your listings, your name and picture, your reviews, and the town of
            a listing, never your address.
          </li>
          <li>
            <strong>Phone, e-mail and website</strong> are shown to whom you choose: everyone, people who have
            signed in, or nobody.
          </li>
          <li>
            <strong>Companies that work for us</strong>, such as those who host the service or deliver e-mail
            and SMS, get what that task needs, under contract.
          </li>
          <li>
            <strong>Authorities</strong> get data when a law or a court of Ghana obliges us, after we have
            checked the request.
          </li>
        </ul>
      </Section>

      <Section id="security" title={SECTIONS.security}>
        <ul>
          <li>Pages travel encrypted, and passwords are kept only as a slow, salted hash.</li>
          <li>We remove place, camera and owner data from every photo before anyone sees it.</li>
          <li>Contact details are kept from programs that collect numbers.</li>
          <li>Few people have access, and only to what their work needs.</li>
        </ul>
        <p>
          We keep your data while you have an account. When you delete it, your profile, listings and photos
          are deleted; what others still need, such as their side of a conversation, stays without your name.
          Scrambled marks of the devices and network addresses from which you log in, which nobody can read
          either, are kept for 90 days, so that nobody rates their own listings with a second account.
        </p>
        <p>
          Deleting an account does not undo what protects others. If your account is limited, suspended or
          closed at that time, that stays until it ends, two years at most; what we are checking about you
          stays, with what it is about, until it is decided; that a report about you was right stays for two
          years; and so does who blocked you. We store it without your name, under scrambled marks of the
          e-mail addresses and phone numbers that you had, and it holds for a new account with one of them.
          Reports that you sent count on without your name and pictures, and so does a phone that you reported
          stolen, for two years. What moderators decided, with what it was about, is deleted after two years.
        </p>
        <p>
          A scrambled mark of your mailbox, from which nobody can read the address, stays with the reviews you
          wrote, so that nobody reviews the same thing twice. If data is ever exposed, we tell you and the
          Data Protection Commission as soon as we can.
        </p>
      </Section>

      <Rights />

      <Section id="cookies" title={SECTIONS.cookies}>
        <p>
          We keep only what the service needs in your browser. The <Link to="/cookies">cookie policy</Link>{' '}
          lists it and lets you choose.
        </p>
      </Section>

      <Section id="children" title={SECTIONS.children}>
        <p>
          {siteName} is not for children under 13, and we do not knowingly keep data about them. If you
          believe that a child has an account, tell us and we will delete it.
        </p>
      </Section>

      <Section id="changes" title={SECTIONS.changes}>
        <p>
          When this policy changes, the date at the top changes with it. If the change is important,
          registered users get a notice before it takes effect.
        </p>
      </Section>

      <Section id="contact" title={SECTIONS.contact}>
        <p>
          For questions about your data, <Link to="/contact">contact us</Link> with the word “privacy” in the
          subject.
        </p>
      </Section>
    </StaticPage>
  )
}

function Collected() {
  return (
    <Section id="collected" title={SECTIONS.collected}>
      <dl>
        <dt>When you only browse</dt>
        <dd>
          Your internet address and the page you asked for, for a short time, to keep the service running and
          to stop abuse. There is no advertising and no tracking on our pages.
        </dd>
        <dt>When you have an account</dt>
        <dd>
          Your name and e-mail address, and your password in a form that nobody can read back. If you add
          them: a picture, phone number, website, town and a few words about yourself.
        </dd>
        <dt>When you buy or sell</dt>
        <dd>
          Your listings and their photos, reviews, messages and favourites. Your position is used only if you
          ask to sort by distance and allow it, and then no more exactly than about ten kilometres.
        </dd>
        <dt>When you write to us</dt>
        <dd>
          Your name, address and message, for two years, or until you delete the account that has the same
          e-mail address. What we answer lies in our mailbox.
        </dd>
      </dl>
    </Section>
  )
}

function Rights() {
  return (
    <Section id="rights" title={SECTIONS.rights}>
      <p>
        Ghana’s Data Protection Act, 2012 (Act 843) gives you rights over your data, and we give you these,
        wherever you live:
      </p>
      <dl>
        <dt>Access</dt>
        <dd>Ask what we hold about you, and get a copy.</dd>
        <dt>Correction</dt>
        <dd>Have wrong or incomplete data put right.</dd>
        <dt>Deletion</dt>
        <dd>Have data deleted that we have no good reason to keep.</dd>
        <dt>Portability</dt>
        <dd>Get your data in a form that another service can read.</dd>
        <dt>Objection</dt>
        <dd>Object to a use that harms or distresses you, and to any direct marketing.</dd>
        <dt>Restriction</dt>
        <dd>Have us stop using data while a question about it is open.</dd>
      </dl>
      <p>
        <Link to="/contact">Write to us</Link> from your registered e-mail address. It is free, and we answer
        within 21 days. If our answer does not satisfy you, you can complain to the Data Protection Commission
        in Accra.
      </p>
    </Section>
  )
}
