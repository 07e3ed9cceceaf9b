import { expect, it } from 'vitest'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * The calls by the people who may make them, spelled a second time: the access matrix takes the declarations as right,
 * so it would not find one that lets in too many.
 */
const EVERYONE = `
  checkBrowser confirmEmailChange createMailedAppeal createOutsideReport exchangeNativeCode getProduct
  getSeller getTransparency listAttributeFilters listBuyerReviews listCategories listFeatured listHomeRows listReviews
  listSellerProducts listSuggestions listTowns login openSignInLink readDecision recordView recoverSession
  register renewPush requestPasswordReset requestPhoneLink requestPhoneSignIn requestSignInLink
  resendVerification searchProducts sendContactMessage signInByPhone unsubscribeMail verifyEmail
  verifyTwoFactor
`

const STAFF = `
  addCaseNote claimCase countWaiting createGuardRule decide decideAppeal decideCases decideHeldMessage deleteCaseNote
  findListings findPeople getCase getHarmFigures getModeratedPerson leaveCase listAppeals listCaseNotes listCases
  listDeskActivity listGuardRules listHeldMessages listWordLists lookAtMessages tryGuardRule tryWordList
  undoDecision undoDecisions updateGuardRule updateWordList
`

const ADMINISTRATORS = `
  allowWord changeCategory deleteListing deletePerson dropFailedJob getHealth getNotice getWeek listAudit
  listCategoriesForStaff listDecisions listFailedJobs listMails listRefusedWords refuseWord removeNotice
  retryFailedJob setNotice setRole
`

/** Calls that need a proof of identity within the last minutes. */
const FRESH_PROOF = `
  allowWord changeCategory changeEmail createGuardRule deleteAccount deleteListing deletePerson
  disableTwoFactor downloadExport enableTwoFactor endDevice endOtherDevices refuseWord removeNotice
  renewRecoveryCodes requestExport sendPhoneCode setNotice setRole startTwoFactor updateGuardRule
  updateWordList verifyPhone
`

it.each<[string, string, (call: Endpoint) => boolean]>([
  ['everyone', EVERYONE, ({ access }) => access === 'everyone'],
  ['the whole staff', STAFF, ({ access }) => access === 'moderator'],
  ['administrators', ADMINISTRATORS, ({ access }) => access === 'administrator'],
  ['people with a fresh proof', FRESH_PROOF, ({ freshProof }) => freshProof === true],
])('%s may make only the calls that are meant for them', (_, names, isFor) => {
  const declared = Object.entries<Endpoint>(contract).filter(([, call]) => isFor(call))
  expect(declared.map(([name]) => name).toSorted()).toEqual(names.trim().split(/\s+/))
})
