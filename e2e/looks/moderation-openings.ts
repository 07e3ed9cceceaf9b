import type { Page } from '@playwright/test'
import { PROBLEMS } from '#contract/problem.ts'
import { MODERATOR, POOR_PERSON, POOR_SELLER, RICH_BUYER, RICH_TITLE } from './market.ts'
import { type PageLook, productAt } from './page-looks.ts'
import type { Opening } from './selling-openings.ts'
import { dialog, inOrder, press } from './steps.ts'

const [BUYER, NOBODY, STAFF] = [RICH_BUYER, POOR_PERSON, MODERATOR].map(({ email }) => email) as [
  string,
  string,
  string,
]

const product = productAt(RICH_TITLE)
const openCase: PageLook['at'] = ({ caseId }) => `/moderation/cases/${caseId}`

const openFilters = (page: Page) => page.locator('main summary').first().click()
const decideTicked = (page: Page) => page.getByRole('group', { name: 'Decide about the ticked cases' })

/** Simulates the server's answer about cases of which it refuses each. */
const refuseCases = (page: Page) =>
  page.route('**/api/moderation/cases/decisions', (route) => {
    const { caseIds } = route.request().postDataJSON() as { caseIds: string[] }
    const message = PROBLEMS['own-case'].message
    return route.fulfill({
      status: 201,
      json: { decided: [], refused: caseIds.map((id) => ({ id, message })) },
    })
  })

/** Openings of reports and of the moderators' desk. */
export const MODERATION_OPENINGS: Record<string, Opening[]> = {
  'moderation/cases/DecisionDialog.tsx': [
    { name: 'the decision to remove', at: openCase, as: STAFF, open: press(/^Remove/) },
    {
      name: 'the decision to suspend',
      at: openCase,
      as: STAFF,
      open: inOrder(
        press(/^Suspend/),
        (page: Page) => dialog(page).waitFor(),
        (page: Page) => dialog(page).getByRole('button', { name: 'Suspend' }).last().click(),
      ),
    },
    {
      name: 'the decision about a pile',
      at: '/moderation',
      as: STAFF,
      open: inOrder(
        (page: Page) =>
          page
            .getByRole('checkbox', { name: /^Tick \d+ cases of/ })
            .first()
            .check(),
        (page: Page) => decideTicked(page).getByRole('button', { name: 'Warn' }).click(),
      ),
    },
  ],
  'moderation/cases/queue/QueueFilters.tsx': [
    {
      name: 'all filters of the queue',
      at: '/moderation',
      as: STAFF,
      open: openFilters,
    },
    {
      name: 'ticked cases of a pile that were refused',
      at: ({ sellerId }) => `/moderation?pile=${sellerId}&sort=newest`,
      as: STAFF,
      open: inOrder(
        refuseCases,
        press('Tick all'),
        (page: Page) => decideTicked(page).getByRole('button', { name: 'Nothing is wrong' }).click(),
        (page: Page) => dialog(page).getByRole('button', { name: 'Nothing is wrong' }).click(),
        (page: Page) => page.getByRole('alert').waitFor(),
        press('Tick all'),
        openFilters,
      ),
    },
  ],
  'moderation/cases/colleagues/CaseNotes.tsx': [
    { name: 'the deletion of a note', at: openCase, as: STAFF, open: press('Delete note') },
  ],
  'moderation/cases/DeleteForGood.tsx': [
    {
      name: 'the permanent deletion of a person',
      at: ({ sellerId }) => `/moderation/people/${sellerId}`,
      as: STAFF,
      open: press(/^Delete/),
    },
  ],
  'moderation/guard/GuardRuleForm.tsx': [
    {
      name: 'the help for patterns',
      at: '/moderation/rules/1',
      as: STAFF,
      open: (page) => page.locator('summary').first().click(),
    },
  ],
  'moderation/guard/WordLists.tsx': [
    {
      name: 'a word list with a trial',
      at: '/moderation/rules/words',
      as: STAFF,
      open: inOrder(
        (page) => page.locator('main summary').first().click(),
        (page) => page.getByRole('button', { name: 'Try it first' }).first().click(),
        (page) => page.getByRole('table', { name: 'In our test messages' }).waitFor(),
      ),
    },
  ],
  'moderation/guard/HeldMessages.tsx': [
    { name: 'the refusal of a link', at: '/moderation/links', as: STAFF, open: press(/^Refuse/) },
  ],
  'moderation/reports/ReportDialog.tsx': [
    { name: 'a report of a listing', at: product, as: BUYER, open: press(/^Report/) },
    {
      name: 'a report without a reason',
      at: product,
      as: BUYER,
      open: inOrder(
        press(/^Report/),
        (page) => dialog(page).getByRole('button', { name: 'It is not allowed here' }).first().click(),
        press('Send report'),
      ),
    },
    {
      name: 'the receipt of a report',
      at: product,
      as: POOR_SELLER.email,
      open: inOrder(
        press(/^Report/),
        (page) => dialog(page).getByRole('button', { name: 'It is not allowed here' }).first().click(),
        (page) => dialog(page).getByRole('radio').first().check(),
        press('Send report'),
        (page) => dialog(page).getByRole('button', { name: 'Done' }).waitFor(),
      ),
    },
    {
      name: 'a report of a review',
      at: product,
      as: NOBODY,
      open: press('Report'),
    },
  ],
  'moderation/administration/Categories.tsx': [
    {
      name: 'a category of the staff',
      at: '/moderation/categories',
      as: STAFF,
      open: (page) => page.locator('main summary').first().click(),
    },
  ],
}
