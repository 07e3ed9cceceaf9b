import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { Contents, Section } from '#web/platform/ui/Contents.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { StaticPage } from './StaticPage.tsx'

const SECTIONS = {
  agreement: 'Agreement to terms',
  license: 'Use license',
  accounts: 'User accounts',
  prohibited: 'Prohibited uses',
  content: 'User generated content',
  deals: 'Deals between users',
  privacy: 'Privacy policy',
  termination: 'Termination',
  disclaimer: 'Disclaimer',
  contact: 'Contact',
}

export function TermsPage() {
  const { siteName } = usePublicConfig()
  return (
    <StaticPage
      description={`The terms under which you may use ${siteName} to buy and sell used goods.`}
      path="/terms"
      lastUpdated="December 14, 2024"
    >
      <Contents sections={SECTIONS} />

      <Section id="agreement" title={SECTIONS.agreement}>
        <p>
          By using {siteName} you agree to these terms. If you do not agree with them, please do not use the
          service. When we change them in a way that matters to you, we say so on this page and tell
          registered users before the change takes effect.
        </p>
      </Section>

      <Section id="license" title={SECTIONS.license}>
        <p>
          {siteName} is for personal, non-commercial use: you sell things you own and buy things for yourself.
          We give you permission to view the site and to use it for that. You may not:
        </p>
        <ul>
          <li>run a shop, an agency or any other trade through it;</li>
          <li>copy listings, photos or people’s details to use them elsewhere;</li>
          <li>collect data from it by automatic means, or send it more requests than a person would;</li>
          <li>try to get around its limits or its protection;</li>
          <li>pretend that you are {siteName} or act for it.</li>
        </ul>
      </Section>

      <Section id="accounts" title={SECTIONS.accounts}>
        <ul>
          <li>
            You must be at least 13 years old. If you are under 18, use the service with a parent’s consent.
          </li>
          <li>Give your own name and an e-mail address that you can read. One person, one account.</li>
          <li>Keep your password to yourself. What happens through your account counts as done by you.</li>
          <li>Tell us at once when you think that somebody else has used your account.</li>
        </ul>
      </Section>

      <Section id="prohibited" title={SECTIONS.prohibited}>
        <p>You may not offer, ask for or arrange:</p>
        <ul>
          <li>stolen goods, goods with a removed serial number or IMEI, counterfeits;</li>
          <li>weapons, ammunition, fireworks, poisons;</li>
          <li>drugs, medicines, tobacco, and alcohol without the licence for it;</li>
          <li>wild animals, ivory, protected plants or timber without papers;</li>
          <li>identity documents, SIM cards registered to others, accounts, bank or MoMo wallets;</li>
          <li>used goods that may not be imported or sold in Ghana;</li>
          <li>sexual content or services, and anything that exploits or endangers people.</li>
        </ul>
        <p>
          You may not cheat, threaten, insult or harass anyone, ask for money before a meeting for something
          that you do not have, write reviews of your own items or for payment, or put harmful files or links
          on the site.
        </p>
      </Section>

      <Section id="content" title={SECTIONS.content}>
        <p>
          Your listings, photos, messages and reviews stay yours. You allow us to store, resize and show them
          for as long as they are on {siteName}, so that the service can work, and to show a listing in a link
          preview.
        </p>
        <ul>
          <li>Post only what is true, what is yours, and what you may share.</li>
          <li>Describe faults. A listing that hides them may be removed.</li>
          <li>Leave out other people’s faces, numbers and addresses unless they agreed.</li>
        </ul>
        <p>
          We may remove content that breaks these terms or the law. If we remove yours, we tell you why, and
          you can answer.
        </p>
      </Section>

      <Section id="deals" title={SECTIONS.deals}>
        <p>
          We bring people together; the sale itself is between buyer and seller. {siteName} does not own,
          check or deliver the goods, and does not receive or hold the money. Please read the{' '}
          <Link to="/safety">safety tips</Link> before you meet.
        </p>
      </Section>

      <Section id="privacy" title={SECTIONS.privacy}>
        <p>
          The <Link to="/privacy">privacy policy</Link> says what we know about you, why, and what you can ask
          of us. The <Link to="/cookies">cookie policy</Link> says what we keep in your browser.
        </p>
      </Section>

      <Section id="termination" title={SECTIONS.termination}>
        <p>
          You can stop at any time and delete your account. We may suspend or close an account that breaks
          these terms, at once where people are in danger of being cheated or harmed. What you agreed with
          other users stays agreed.
        </p>
      </Section>

      <Section id="disclaimer" title={SECTIONS.disclaimer}>
        <p>
          The service is offered as it is. We work to keep it correct, safe and available, but cannot promise
          that it is always so, nor that a listing is true or that a user will keep a promise. As far as the
          law allows, we are not liable for losses from deals between users. Nothing here takes away rights
          that the laws of Ghana give you as a consumer. These terms follow the laws of the Republic of Ghana.
        </p>
      </Section>

      <Section id="contact" title={SECTIONS.contact}>
        <p>
          Questions about these terms? <Link to="/contact">Contact us</Link>; we reply within 24 hours.
        </p>
      </Section>
    </StaticPage>
  )
}
