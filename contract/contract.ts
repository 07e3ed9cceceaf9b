import { agreementsContract } from '#contract/agreements/agreements.ts'
import { buyerReviewsContract } from '#contract/agreements/buyer-reviews.ts'
import { settingsContract } from '#contract/accounts/account-settings.ts'
import { registrationContract, sessionsContract } from '#contract/accounts/accounts.ts'
import { nativeSignInContract } from '#contract/accounts/native-sign-in.ts'
import { phoneContract } from '#contract/accounts/phone.ts'
import { phoneSignInContract } from '#contract/accounts/phone-sign-in.ts'
import { profilesContract } from '#contract/accounts/profiles.ts'
import { twoFactorContract } from '#contract/accounts/two-factor.ts'
import { catalogContract } from '#contract/catalog/catalog.ts'
import { conversationsContract } from '#contract/conversations/conversations.ts'
import { heldMessagesContract } from '#contract/conversations/held-messages.ts'
import { notificationsContract } from '#contract/notifications/notifications.ts'
import { pushContract } from '#contract/notifications/push.ts'
import { photosContract } from '#contract/photos/photo-uploads.ts'
import { sellingContract } from '#contract/selling/selling.ts'
import { blocksContract } from './blocks.ts'
import { outsideReportsContract } from '#contract/moderation/reports/outside-reports.ts'
import { reportsContract } from '#contract/moderation/reports/reports.ts'
import { staffContract } from '#contract/moderation/staff/staff.ts'
import { appealsContract } from '#contract/moderation/appeals/appeals.ts'
import { peopleContract } from '#contract/moderation/cases/people.ts'
import { casesContract } from '#contract/moderation/cases/cases.ts'
import { colleaguesContract } from '#contract/moderation/cases/colleagues.ts'
import { queueContract } from '#contract/moderation/cases/queue.ts'
import { administrationContract } from '#contract/moderation/administration/administration.ts'
import { guardContract } from '#contract/moderation/guard/guard.ts'
import { ruleScreenContract } from '#contract/moderation/guard/rule-screen.ts'
import { wordListsContract } from '#contract/moderation/guard/word-lists.ts'
import { favouritesContract } from './favourites.ts'
import { imeiContract } from '#contract/imei/imei.ts'
import { mergeEndpoints } from './merge-endpoints.ts'
import { personalDataContract } from '#contract/personal-data/personal-data.ts'
import { productsContract } from './products.ts'
import { reviewsContract } from './reviews.ts'
import { savedSearchesContract } from '#contract/search/saved-searches.ts'
import { searchContract } from '#contract/search/search.ts'
import { sellersContract } from './sellers.ts'
import { supportContract } from './support.ts'

/** Every call of the API by name: the server mounts it, the client calls it and the API page lists it. */
export const contract = mergeEndpoints(
  catalogContract,
  productsContract,
  searchContract,
  reviewsContract,
  supportContract,
  registrationContract,
  sessionsContract,
  nativeSignInContract,
  settingsContract,
  personalDataContract,
  twoFactorContract,
  phoneContract,
  phoneSignInContract,
  profilesContract,
  sellersContract,
  sellingContract,
  photosContract,
  favouritesContract,
  savedSearchesContract,
  conversationsContract,
  heldMessagesContract,
  agreementsContract,
  buyerReviewsContract,
  blocksContract,
  guardContract,
  ruleScreenContract,
  wordListsContract,
  notificationsContract,
  pushContract,
  imeiContract,
  outsideReportsContract,
  reportsContract,
  casesContract,
  colleaguesContract,
  queueContract,
  appealsContract,
  peopleContract,
  staffContract,
  administrationContract,
)
export type Contract = typeof contract
