import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { CookieForm } from '#web/support/CookieForm.tsx'
import { Section } from '#web/platform/ui/Contents.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { StaticPage } from './StaticPage.tsx'

const StoredTable = () => (
  <table>
    <thead>
      <tr>
        <th scope="col">What</th>
        <th scope="col">Why</th>
        <th scope="col">How long</th>
      </tr>
    </thead>
    <tbody>
      <tr>
        <td>Session, in local storage and one protected cookie</td>
        <td>Keeps you signed in</td>
        <td>Until you sign out or it expires</td>
      </tr>
      <tr>
        <td>Favourites, in local storage</td>
        <td>Your saved listings before you have an account</td>
        <td>Until you remove them, or sign in and your account keeps them</td>
      </tr>
      <tr>
        <td>
          Drafts of listings and messages with their photos, and a first message to a seller until you are
          signed in, in local storage and this browser’s database
        </td>
        <td>Nothing you wrote is lost without a network</td>
        <td>Until they are sent or thrown away; messages at the latest when you sign out here</td>
      </tr>
      <tr>
        <td>Your conversations with their latest messages and photos, in this browser’s database</td>
        <td>You can read them without a network</td>
        <td>Until you are signed out, or newer ones replace them</td>
      </tr>
      <tr>
        <td>
          That you turned notifications on here, or answered when we offered them (sankofa.push,
          sankofa.push-asked), in local storage
        </td>
        <td>They are on again when you sign in again, and you are asked once</td>
        <td>Until you turn them off; your answer until you clear it</td>
      </tr>
      <tr>
        <td>Push subscription, with your browser and its push service</td>
        <td>Notifications reach this device while the site is closed; only we can send them</td>
        <td>Until you turn them off or sign out</td>
      </tr>
      <tr>
        <td>Copies of pages and pictures you have seen</td>
        <td>They open faster, and also without a network</td>
        <td>Until newer ones replace them</td>
      </tr>
      <tr>
        <td>
          Where you had scrolled to, which listings you opened, a mail’s link you followed, and the name and
          e-mail address typed while registering, in this tab alone
        </td>
        <td>
          Going back returns to the same place and what you typed; a view is counted once; a reload keeps the
          link
        </td>
        <td>Until you close the tab</td>
      </tr>
      <tr>
        <td>Data saver on or off, in local storage and a cookie</td>
        <td>Pages come with small pictures from the first moment</td>
        <td>A year after your last visit, or until you clear it</td>
      </tr>
      <tr>
        <td>Cookie choices, in local storage</td>
        <td>Remembers the switches above</td>
        <td>Until you clear them</td>
      </tr>
    </tbody>
  </table>
)

export function CookiesPage() {
  const { siteName } = usePublicConfig()
  return (
    <StaticPage
      description={`What ${siteName} keeps in your browser, and your choice about it.`}
      path="/cookies"
      lastUpdated="December 14, 2024"
    >
      <p className="prose-lead">
        Cookies and the browser’s local storage are small notes that a site leaves with you. Today {siteName}{' '}
        leaves only the essential ones.
      </p>

      <Section id="choices" title="Your choice">
        <p>Optional kinds are off until you switch them on, and we will ask nothing else of you.</p>
        <CookieForm />
      </Section>

      <Section id="types" title="Types of cookies">
        <dl>
          <dt>Essential</dt>
          <dd>
            Your sign-in and its renewal, your favourites while you have no account, what you have written and
            not sent yet, your conversations for reading offline, notifications if you turn them on, and the
            choice above. They hold no advertising and are read by nobody else.
          </dd>
          <dt>Analytics</dt>
          <dd>Count which pages are visited and how fast they are. {siteName} sets none at present.</dd>
          <dt>Marketing</dt>
          <dd>Follow people from site to site for advertising. {siteName} sets none and plans none.</dd>
          <dt>Functional</dt>
          <dd>Remember comforts that are not needed. {siteName} sets none at present.</dd>
        </dl>
        <p>
          If an optional kind ever begins, it will be listed here first, and it will only reach you when its
          switch is on.
        </p>
      </Section>

      <Section id="list" title="What is kept">
        <StoredTable />
      </Section>

      <Section id="browser" title="Browser controls">
        <p>You can see, block and delete all of it in your browser:</p>
        <ul>
          <li>Chrome: Settings, Privacy and security, Third-party cookies and Site data.</li>
          <li>Opera: Settings, Privacy and security, Cookies and site data.</li>
          <li>Safari: Settings, Apps, Safari, Advanced, Website Data.</li>
          <li>Firefox: Settings, Privacy and security, Cookies and site data.</li>
        </ul>
        <p>
          If you block everything, you can still browse and search; signing in and favourites will not work.
        </p>
      </Section>

      <Section id="questions" title="Questions">
        <p>
          The <Link to="/privacy">privacy policy</Link> says what we know about you. For anything else,{' '}
          <Link to="/contact">contact us</Link>.
        </p>
      </Section>
    </StaticPage>
  )
}
