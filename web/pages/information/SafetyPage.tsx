import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { Contents, Section } from '#web/platform/ui/Contents.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { StaticPage } from './StaticPage.tsx'

const SECTIONS = {
  rules: 'Five rules that stop most cheating',
  momo: 'Mobile Money tricks',
  meeting: 'Meeting in person',
  checking: 'What to check before you pay',
  rooms: 'Rooms and rent',
  sellers: 'For sellers',
  messages: 'Messages, links and codes',
  cheated: 'If you have been cheated',
}

export function SafetyPage() {
  const { siteName } = usePublicConfig()
  return (
    <StaticPage
      description="How to meet, check and pay safely: Mobile Money tricks, fake payment messages, IMEI and papers."
      path="/safety"
    >
      <p className="prose-lead">
        Most people here are honest. This page is about the few who are not, and how they work.
      </p>
      <Contents sections={SECTIONS} />

      <Section id="rules" title={SECTIONS.rules}>
        <ol>
          <li>
            See the item with your own eyes before you pay anything. No deposit, no “booking”, no courier fee.
          </li>
          <li>Meet in daylight, in a public place with other people around.</li>
          <li>Believe your own MoMo balance, never an SMS.</li>
          <li>Never tell anybody a PIN, or a code that was sent to your phone.</li>
          <li>
            If the price is too good or the other person is in a hurry, walk away. There will be another one.
          </li>
        </ol>
      </Section>

      <MobileMoney />

      <Section id="meeting" title={SECTIONS.meeting}>
        <ul>
          <li>
            Good places: a mall, a bank’s hall, a fuel station with a shop, a busy café, the front of a police
            station.
          </li>
          <li>Go by day, and with a friend for anything costly. Tell someone where you are.</li>
          <li>A big item has to be seen at home. Then let there be two of you, and keep the door open.</li>
          <li>Do not carry more cash than the price. Count it inside, not at the roadside.</li>
          <li>If the place is changed at the last minute, do not go.</li>
        </ul>
      </Section>

      <Checking />

      <Section id="rooms" title={SECTIONS.rooms}>
        <p>
          Never pay for a room that you have not stood in. Ask a neighbour who the landlord is. Be careful
          with viewing fees, and with an agent who cannot get the key. Have a written agreement with names,
          amounts and dates, and a receipt for the rent. Under the Rent Act no landlord may demand more than
          six months’ rent in advance; the Rent Control office in your district answers questions about it.
        </p>
      </Section>

      <Section id="sellers" title={SECTIONS.sellers}>
        <ul>
          <li>Keep the item in your hands until the money is in your balance or in your pocket.</li>
          <li>Check notes under good light, and bigger amounts inside a bank.</li>
          <li>Erase phones and computers, and sign out, when you have been paid and not before.</li>
          <li>A test drive is with you in the car and the driver’s licence in your hand.</li>
          <li>A buyer who does not ask one question about the item is not interested in the item.</li>
        </ul>
      </Section>

      <Section id="messages" title={SECTIONS.messages}>
        <p>
          Keep the talk in {siteName}’s messages until you meet. They are your record, and ours when we have
          to decide. Do not open links to “payment pages” or “delivery forms”, and do not enter your password
          anywhere but here. We never ask for a password, a PIN or a code, by phone or in a message.
        </p>
      </Section>

      <Section id="cheated" title={SECTIONS.cheated}>
        <ol>
          <li>
            Call your mobile money provider or your bank at once, give the transaction number, and ask them to
            hold the money.
          </li>
          <li>Keep everything: chat, numbers, names, screenshots, the address of the listing.</li>
          <li>
            Report it to the nearest police station, and online fraud to the Cyber Security Authority, on 292.
          </li>
          <li>
            <Link to="/contact">Tell us</Link>, so that nobody else loses money to the same person.
          </li>
        </ol>
        <p className="prose-note">In danger, leave first and call 112 or 191. No item is worth it.</p>
      </Section>
    </StaticPage>
  )
}

function MobileMoney() {
  return (
    <Section id="momo" title={SECTIONS.momo}>
      <h3>The fake “payment received” SMS</h3>
      <p>
        The buyer says that the money is sent, and a message arrives that looks like your provider’s. It comes
        from an ordinary number, or the balance in it is wrong. Before you hand anything over, dial your
        provider’s own short code, or open its app, and read your balance there. If the money is not in it, it
        has not come.
      </p>
      <h3>The “wrong transfer” and the reversal</h3>
      <p>
        Somebody calls: the money came to you by mistake, please send it back. Often nothing came at all. Do
        not send anything. Tell the caller to report it to the provider, who can reverse a real mistake
        without your help. The same trick in reverse: a buyer pays, takes the item, and then asks the provider
        to reverse the payment. Keep the chat and the transaction number as your proof.
      </p>
      <h3>The advance fee</h3>
      <p>
        “Pay half and I will keep it for you.” “Pay the customs, then it is yours.” The fee is the whole
        purpose; the item does not exist. This includes phones “from the port”, recruitment and scholarships.
      </p>
      <h3>The courier’s deposit</h3>
      <p>
        A buyer abroad sends “his driver”, and you should first pay the courier or an insurance. Or a seller
        will only send by a company that nobody knows and that wants its fee before. Choose the bus station or
        courier yourself, and pay for the item when you have it in your hands.
      </p>
      <h3>The prompt on your screen</h3>
      <p>
        When your phone asks for your PIN and you did not start a payment, somebody else did. Cancel it. You
        never need your PIN to receive money.
      </p>
    </Section>
  )
}

function Checking() {
  return (
    <Section id="checking" title={SECTIONS.checking}>
      <h3>Phones and tablets</h3>
      <ul>
        <li>
          Dial <strong>*#06#</strong> and compare the IMEI with the one in the settings and on the box. If
          they differ, or the seller will not show it, leave it.
        </li>
        <li>Put your own SIM in, make a call, open the camera, charge it for a minute.</li>
        <li>
          The seller must sign out of the Google or Apple account in front of you. A locked phone is a brick.
        </li>
        <li>Ask for the receipt. A phone without one, far too cheap, was probably somebody else’s.</li>
      </ul>
      <h3>Computers and consoles</h3>
      <ul>
        <li>Start it, restart it, play something for ten minutes. Heat shows itself late.</li>
        <li>Check memory and storage in the settings, and that no company or school manages the machine.</li>
      </ul>
      <h3>Cars, motorbikes and parts</h3>
      <ul>
        <li>The chassis number on the vehicle must be the one on the registration papers.</li>
        <li>
          Have the papers, the roadworthy certificate and the duties confirmed by the DVLA and by customs, and
          the car looked at by your own mechanic.
        </li>
        <li>
          The name on the papers should be the person in front of you. Change the ownership when you pay.
        </li>
      </ul>
      <h3>Appliances and furniture</h3>
      <ul>
        <li>See a fridge cold and an iron hot. Bring an extension cord if the room has no light.</li>
        <li>Used refrigerators may not be imported into Ghana. Ask where it was bought.</li>
      </ul>
    </Section>
  )
}
