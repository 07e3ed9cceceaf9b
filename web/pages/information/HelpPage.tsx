import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { Contents, Section } from '#web/platform/ui/Contents.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { StaticPage } from './StaticPage.tsx'
import { ProhibitedList } from '#web/selling/editor/ProhibitedList.tsx'

const SECTIONS = {
  buying: 'Buying',
  selling: 'Selling',
  prohibited: 'What may not be sold',
  photos: 'Photos of your listing',
  paying: 'Paying',
  account: 'Your account',
  problems: 'When something goes wrong',
  support: 'Reach a person',
}

export function HelpPage() {
  const { siteName } = usePublicConfig()
  return (
    <StaticPage
      description={`How to buy, sell, add photos and stay safe on ${siteName}, and how to reach our support.`}
      path="/help"
    >
      <p className="prose-lead">Short answers to what people ask us most.</p>
      <Contents sections={SECTIONS} />

      <Section id="buying" title={SECTIONS.buying}>
        <h3>How do I find something?</h3>
        <p>
          Search by name on <Link to="/products">all products</Link>, then narrow down by category, region,
          price and age. Spelling does not have to be perfect. Sort by distance to see what is near you; we
          place a listing in its town, never at anybody’s house.
        </p>
        <h3>How do I contact the seller?</h3>
        <p>
          Open the listing and choose Message Seller. You need an account for that, so that both sides know
          whom they talk to. Some sellers also show a phone number, an e-mail address or a website.
        </p>
        <h3>What should I check before I pay?</h3>
        <p>
          See the item, try it, and compare it with the listing. Our <Link to="/safety">safety tips</Link> say
          what to look at for phones, cars and rooms.
        </p>
        <h3>Can I return an item?</h3>
        <p>
          That is between you and the seller. Agree on it before you pay, and write the agreement into your
          messages so that both of you can read it later.
        </p>
      </Section>

      <Selling />

      <Section id="prohibited" title={SECTIONS.prohibited}>
        <p>
          It is against the law, or it hurts people. Such a listing is taken down, and we say why. Report one
          by the three dots beside its seller.
        </p>
        <ProhibitedList />
      </Section>

      <Photos />

      <Section id="paying" title={SECTIONS.paying}>
        <p>
          {siteName} does not handle money. Buyer and seller agree on cash, Mobile Money or a bank transfer,
          and pay when they meet and the item has been checked. We never ask you to pay to us, to an agent or
          to a courier for a purchase.
        </p>
        <p className="prose-note">
          Anyone who says that they work for {siteName} and asks for your MoMo PIN, a code from an SMS or a
          deposit is cheating you. We will never do that.
        </p>
      </Section>

      <Section id="account" title={SECTIONS.account}>
        <p>
          Browsing needs no account. To list items, write to sellers or leave a review you need one, and you
          must be at least 13 years old. You decide who sees your phone number, e-mail address and website:
          everyone, people who have signed in, or nobody.
        </p>
        <p>
          What we keep about you, and how to have it corrected or deleted, is in the{' '}
          <Link to="/privacy">privacy policy</Link>.
        </p>
      </Section>

      <Section id="problems" title={SECTIONS.problems}>
        <h3>The item is not what was described</h3>
        <p>
          Do not pay. If you have paid, write to the seller first, calmly and in the messages, and then to us.
        </p>
        <h3>I think that I have been cheated</h3>
        <p>
          Call your mobile money provider at once; a quick report gives the best chance to have a transfer
          held. Then report it to the police and write to us. The{' '}
          <Link to="/safety#cheated">safety tips</Link> list the steps.
        </p>
        <h3>A picture or a page does not load</h3>
        <p>
          Check your data connection and load the page again. When it stays like that, tell us the address of
          the page and what you were doing.
        </p>
      </Section>

      <Section id="support" title={SECTIONS.support}>
        <p>
          Our support responds within 24 hours. Hours and addresses are on the contact page; have the address
          of the listing at hand, so that we find it at once.
        </p>
        <p>
          <Link to="/contact" className="lone-link">
            Contact us
          </Link>
        </p>
      </Section>
    </StaticPage>
  )
}

function Selling() {
  return (
    <Section id="selling" title={SECTIONS.selling}>
      <h3>What does it cost?</h3>
      <p>
        Listing is free, and we take nothing from your sale. The service is for personal, non-commercial use.
      </p>
      <h3>How do I write a listing that sells?</h3>
      <ul>
        <li>Put the make, the model and the size into the title. Ten characters or more is a good start.</li>
        <li>
          Say what is included, how long you used it, and every fault. Honest listings get fewer wasted
          visits.
        </li>
        <li>Say where people can see it, and whether you accept Mobile Money.</li>
        <li>Choose Negotiable only if you mean it.</li>
      </ul>
      <h3>What do the conditions mean?</h3>
      <dl>
        <dt>New</dt>
        <dd>Never used.</dd>
        <dt>Like new</dt>
        <dd>Used a few times, no marks.</dd>
        <dt>Good</dt>
        <dd>Used and cared for; works fully.</dd>
        <dt>Fair</dt>
        <dd>Clear signs of use or a small fault that the description names.</dd>
        <dt>Poor</dt>
        <dd>For parts, repair or decoration.</dd>
      </dl>
      <h3>What may I not sell?</h3>
      <p>
        Stolen or counterfeit goods, weapons, drugs and medicines, live wild animals, other people’s documents
        or accounts, and anything that the law of Ghana forbids. The <Link to="/terms">terms</Link> have the
        list.
      </p>
    </Section>
  )
}

function Photos() {
  return (
    <Section id="photos" title={SECTIONS.photos}>
      <p>
        A listing can have up to five photos. JPG, PNG, WebP and GIF files of up to 10 MB are allowed. Images
        under 5 MB in JPG, PNG or WebP upload fastest, and cost you less data.
      </p>
      <ul>
        <li>Take them by daylight, near a window or outside in the shade.</li>
        <li>Show the whole item first, then its label, then its faults. Three photos or more sell best.</li>
        <li>Use your own photos. Pictures from a shop’s website make people suspicious, and rightly so.</li>
        <li>
          Leave out faces, number plates and house numbers. We remove the place and the camera’s data
          ourselves.
        </li>
      </ul>
    </Section>
  )
}
