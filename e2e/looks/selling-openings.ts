import type { Page } from '@playwright/test'
import { LISTER, RICH_SELLER, RICH_TITLE } from './market.ts'
import { type PageLook, productAt } from './page-looks.ts'
import { inOrder, pictures, press, tab } from './steps.ts'

export interface Opening extends Omit<PageLook, 'after' | 'state'> {
  /** Name of the opening in the test's title. */
  name: string
  /** Steps that open it. */
  open: (page: Page) => Promise<unknown>
  /** Set if its button appears only on phones or only on desktops. */
  only?: 'phone' | 'desk'
  /** Set if it is open from the start, so that its button closes it. */
  closes?: true
}

const SELLER = RICH_SELLER.email
const editing = productAt(RICH_TITLE, '/edit-product')
const changeStatus = press(/^Change status of/)

/** Openings of the pages on which people sell. */
export const SELLING_OPENINGS: Record<string, Opening[]> = {
  'photos/editor/ImageEditor.tsx': [
    {
      name: 'the photo editor',
      at: editing,
      as: SELLER,
      open: inOrder(tab('Images'), press(/^Edit photo 1/)),
    },
  ],
  'photos/editor/TooManyDialog.tsx': [
    {
      name: 'too many photos',
      at: '/create-product',
      as: LISTER.email,
      open: inOrder(tab('Bulk Upload'), async (page) =>
        page
          .locator('input[type=file][multiple]')
          .last()
          .setInputFiles(await pictures(21)),
      ),
    },
  ],
  'selling/dashboard/DeleteListingDialog.tsx': [
    {
      name: 'the deletion of a listing',
      at: '/dashboard',
      as: SELLER,
      open: inOrder(press(/^More for Galaxy/), press(/^Delete Galaxy/)),
    },
  ],
  'selling/dashboard/ListingStatusMenu.tsx': [
    { name: 'the status of a listing', at: '/dashboard', as: SELLER, open: changeStatus },
  ],
  'selling/dashboard/MoreMenu.tsx': [
    { name: 'more for a listing', at: '/dashboard', as: SELLER, open: press(/^More for/) },
  ],
  'selling/dashboard/SoldDialog.tsx': [
    {
      name: 'the sale of a listing',
      at: '/dashboard',
      as: SELLER,
      open: inOrder(changeStatus, press('Mark as sold'), (page) => page.getByRole('radio').first().waitFor()),
    },
  ],
  'selling/editor/ChoiceDialog.tsx': [
    {
      name: 'the cancellation of a draft',
      at: '/create-product',
      as: LISTER.email,
      open: inOrder((page) => page.getByLabel('Title').fill('Cup'), press('Cancel')),
    },
  ],
  'selling/editor/EditorActions.tsx': [
    {
      name: 'unsaved changes',
      at: editing,
      as: SELLER,
      open: inOrder((page) => page.getByLabel('Title').fill('Another title'), press('Cancel')),
    },
  ],
  'selling/editor/fields/TemplateList.tsx': [
    {
      name: 'a template over typed text',
      at: '/create-product',
      as: LISTER.email,
      open: inOrder(
        (page) => page.getByLabel('Description').fill('Two chairs from Kumasi.'),
        tab('Templates'),
        (page) => page.locator('button.template').first().click(),
      ),
    },
  ],
  'selling/editor/ProhibitedSheet.tsx': [
    { name: 'the forbidden goods', at: '/create-product', as: LISTER.email, open: press(/may not be sold/) },
  ],
}
