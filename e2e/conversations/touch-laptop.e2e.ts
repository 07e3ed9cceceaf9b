import { launchOptions } from '#e2e/browser.ts'
import { expect, test } from '#e2e/journey.ts'
import { writeAbout } from '#e2e/listings.ts'
import { beginTrade } from '#e2e/trade.ts'

/** A mouse that hovers is the first pointer, and a finger is another one. */
const MOUSE_AND_FINGER =
  'availablePointerTypes=6,primaryPointerType=4,availableHoverTypes=2,primaryHoverType=2'

const { args = [], ...options } = launchOptions()
test.use({ launchOptions: { ...options, args: [...args, `--blink-settings=${MOUSE_AND_FINGER}`] } })

test("A laptop with a touch screen shows a message's menu without a pointer near it", async ({
  openSignedIn,
}) => {
  const trade = await beginTrade('Adwoa Sells Stools', 'Kwesi Buys Stools', 'Carved stool')
  await writeAbout(trade.buyer, trade.productId, 'Is the stool of odum wood')
  const seller = await openSignedIn(trade.path, { width: 1280, person: trade.seller })
  const menu = seller.getByRole('button', { name: 'React or report' }).last()
  await seller.mouse.move(1, 1)
  await expect(menu).toHaveCSS('opacity', '1')
})
