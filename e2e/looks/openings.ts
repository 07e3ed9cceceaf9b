import { AGREEMENT_OPENINGS } from './agreement-openings.ts'
import { MODERATOR, POOR_PERSON, POOR_TITLE, RICH_BUYER, RICH_SELLER, RICH_TITLE } from './market.ts'
import { MODERATION_OPENINGS } from './moderation-openings.ts'
import { type PageLook, productAt, richSeller } from './page-looks.ts'
import { type Opening, SELLING_OPENINGS } from './selling-openings.ts'
import {
  asIfByPhone,
  asIfDeletingLongAgo,
  asIfEnteredLongAgo,
  asIfLongAgo,
  choose,
  dialog,
  inOrder,
  press,
  keepToasts,
  type,
} from './steps.ts'

const [SELLER, BUYER, NOBODY, STAFF] = [RICH_SELLER, RICH_BUYER, POOR_PERSON, MODERATOR].map(
  ({ email }) => email,
) as [string, string, string, string]

const product = productAt(RICH_TITLE)
const conversation: PageLook['at'] = ({ conversationId }) => `/conversation/${conversationId}`

/**
 * Openings by the file below web/ that declares them. A test compares the keys with the declarations in the code, so
 * that no opening is left out.
 */
export const OPENINGS: Record<string, Opening[]> = {
  'app/layout/MobileMenu.tsx': [
    { name: 'the menu of a visitor', at: '/', open: press(/^Open menu/), only: 'phone' },
    { name: 'the menu of a member', at: '/', as: SELLER, open: press(/^Open menu/), only: 'phone' },
  ],
  'accounts/sessions/SignedInTools.tsx': [
    { name: 'the account menu', at: '/', as: SELLER, open: press('My Account'), only: 'desk' },
    { name: 'the account menu of the staff', at: '/', as: STAFF, open: press('My Account'), only: 'desk' },
  ],
  'accounts/sessions/ProofDialog.tsx': [
    {
      name: 'the proof of identity',
      at: '/settings-page?section=account',
      as: NOBODY,
      expected: /(?:answer|status of) 403\b/,
      open: inOrder(
        asIfLongAgo,
        press('Change e-mail'),
        (page) => page.getByLabel('New e-mail address').fill('bo2@example.com'),
        press('Send link'),
        (page) => dialog(page).waitFor(),
        press('Confirm'),
      ),
    },
    {
      name: 'the proof by a code and a link',
      at: '/settings-page?section=account',
      as: NOBODY,
      expected: /(?:answer|status of) 403\b/,
      open: inOrder(
        asIfLongAgo,
        asIfByPhone,
        press('Change e-mail'),
        (page) => page.getByLabel('New e-mail address').fill('bo2@example.com'),
        press('Send link'),
        (page) => dialog(page).getByRole('button', { name: /code/ }).first().waitFor(),
      ),
    },
    {
      name: 'the code of the staff before a deletion',
      at: ({ sellerId }) => `/moderation/people/${sellerId}`,
      as: STAFF,
      expected: /(?:answer|status of) 403\b/,
      open: inOrder(
        asIfDeletingLongAgo,
        press(/^Delete/),
        (page) => dialog(page).getByRole('button', { name: 'Delete' }).last().click(),
        (page) => page.getByRole('dialog', { name: 'Enter your code' }).waitFor(),
      ),
    },
    {
      name: 'the code of the staff',
      at: '/moderation/notice',
      as: STAFF,
      expected: /(?:answer|status of) 403\b/,
      open: inOrder(
        asIfEnteredLongAgo,
        (page) => page.getByLabel('Text').fill('We are back'),
        (page) => page.getByLabel('Ends after').selectOption('1'),
        press('Show on every page'),
        (page) => dialog(page).waitFor(),
        press('Confirm'),
      ),
    },
  ],
  'accounts/profile/PictureDialog.tsx': [
    {
      name: 'the picture of a person',
      at: '/profile?section=picture',
      as: NOBODY,
      open: choose('Picture file', 1),
    },
  ],
  ...AGREEMENT_OPENINGS,
  'area/AreaPicker.tsx': [
    { name: 'the area picker', at: '/products', open: press(/^Near you/) },
    { name: 'the area picker of a member', at: '/products', as: SELLER, open: press(/^Near you/) },
  ],
  'area/TownField.tsx': [
    {
      name: 'the towns',
      at: '/products',
      open: inOrder(
        press(/^Near you/),
        (page) => dialog(page).waitFor(),
        type((page) => page.getByLabel('Town or suburb'), 'Ku'),
        (page) => page.getByRole('listbox', { name: 'Towns' }).getByRole('option').first().waitFor(),
      ),
    },
  ],
  'moderation/reports/PersonSheet.tsx': [
    { name: 'the sheet about a seller', at: richSeller, as: BUYER, open: press(/^More about/) },
    { name: 'the sheet about the other person', at: conversation, as: SELLER, open: press(/^More about/) },
  ],
  'conversations/messages/Reactions.tsx': [
    {
      name: 'the reactions',
      at: conversation,
      as: SELLER,
      open: async (page) => {
        const button = page.getByRole('button', { name: 'React' }).last()
        await button.focus()
        await button.press('Enter')
        await page.getByRole('group', { name: 'Choose a reaction' }).waitFor()
      },
    },
  ],
  'conversations/first-message/MessageSheet.tsx': [
    { name: 'the first message', at: product, open: press('Message Seller') },
    {
      name: 'the first message without words',
      at: product,
      open: inOrder(
        press('Message Seller'),
        (page) => dialog(page).getByRole('textbox').first().fill(''),
        (page) =>
          dialog(page)
            .getByRole('button', { name: /^Continue with/ })
            .first()
            .click(),
      ),
    },
    {
      name: 'the first message about a bare listing',
      at: productAt(POOR_TITLE),
      open: press('Message Seller'),
    },
  ],
  'notifications/rows/NotificationGroup.tsx': [
    { name: 'equal notifications', at: '/notifications-page', as: SELLER, open: press(/^Show all/) },
  ],
  'pages/DesignPage.tsx': [
    { name: 'a dialog', at: '/dev/ui', open: press('Dialog') },
    { name: 'a confirmation', at: '/dev/ui', open: press('Confirmation') },
  ],
  'products/Gallery.tsx': [{ name: 'the full-size photos', at: product, open: press('Fullscreen') }],
  'products/ShareButton.tsx': [{ name: 'ways to share', at: product, open: press('Share') }],
  'reviews/DeleteReviewDialog.tsx': [
    { name: 'the deletion of a review', at: product, as: BUYER, open: press(/^Delete/) },
  ],
  'search/FilterGroup.tsx': [
    {
      name: 'a folded group of filters',
      at: '/products?category=mobile',
      open: (page) => page.locator('summary', { hasText: 'Model' }).click(),
      only: 'desk',
    },
    {
      name: 'a folded group of filters in their sheet',
      at: '/products?category=mobile',
      open: inOrder(press(/^Filters/), (page) => page.locator('summary', { hasText: 'Model' }).click()),
      only: 'phone',
    },
  ],
  'search/FilterChips.tsx': [
    {
      name: 'more values of a filter',
      at: '/products?category=mobile',
      open: inOrder(
        (page) => page.locator('summary', { hasText: 'Model' }).click(),
        (page) => page.locator('summary', { hasText: /^\d+ more$/ }).click(),
      ),
      only: 'desk',
    },
  ],
  'search/FilterPanel.tsx': [
    {
      name: 'the filters on a desktop',
      at: '/products?category=mobile',
      open: press('Hide Filters'),
      only: 'desk',
      closes: true,
    },
  ],
  'search/FilterSheet.tsx': [
    { name: 'the filters', at: '/products', open: press(/^Filters/), only: 'phone' },
    {
      name: 'the filters of a category',
      at: '/products?category=mobile&region=Greater+Accra',
      open: press(/^Filters/),
      only: 'phone',
    },
  ],
  'search/bar/SearchField.tsx': [
    {
      name: 'the suggestions',
      at: '/products',
      open: inOrder(
        type((page) => page.getByRole('combobox', { name: 'Search' }).first(), 'galaxy'),
        (page) => page.getByRole('option').first().waitFor(),
      ),
    },
  ],
  ...MODERATION_OPENINGS,
  ...SELLING_OPENINGS,
  'sellers/ContactDialog.tsx': [
    {
      name: 'contact details',
      at: conversation,
      as: BUYER,
      open: inOrder(press('Contact options'), press('View Contact Details')),
    },
  ],
  'sellers/ContactOptions.tsx': [
    { name: 'ways to contact the other person', at: conversation, as: BUYER, open: press('Contact options') },
  ],
  'sellers/CountingSheet.tsx': [
    { name: 'the explanation of figures', at: richSeller, open: press('How we count this') },
  ],
  'sellers/TrustSheet.tsx': [
    {
      name: "the other person's details",
      at: conversation,
      as: BUYER,
      open: (page) => page.locator('h1 button').click(),
    },
  ],
  'settings/AccountSection.tsx': [
    {
      name: 'a new e-mail address',
      at: '/settings-page?section=account',
      as: SELLER,
      open: press('Change e-mail'),
    },
    {
      name: 'a new password',
      at: '/settings-page?section=account',
      as: NOBODY,
      open: inOrder(press('Change password'), press('Update Password')),
    },
  ],
  'settings/DeleteAccountDialog.tsx': [
    {
      name: 'the deletion of an account',
      at: '/settings-page?section=privacy',
      as: SELLER,
      open: press('Delete account'),
    },
  ],
  'platform/ui/toasts/toast.ts': [
    { name: 'a toast with a link', at: '/products', open: inOrder(keepToasts, press(/^Favourite/)) },
    {
      name: 'a toast with details',
      at: conversation,
      as: BUYER,
      open: inOrder(keepToasts, press('Contact options'), press(/^Email/)),
    },
  ],
  'platform/ui/toasts/undo-toast.ts': [
    {
      name: 'a toast that can be undone',
      at: '/notifications-page',
      as: SELLER,
      open: inOrder(keepToasts, press(/^Delete/)),
    },
  ],
}
