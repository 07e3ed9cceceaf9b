import { agreementsContract } from '#contract/agreements/agreements.ts'
import { buyerReviewsContract } from '#contract/agreements/buyer-reviews.ts'
import { settingsContract } from '#contract/accounts/account-settings.ts'
import { registrationContract, sessionsContract } from '#contract/accounts/accounts.ts'
import { nativeSignInContract } from '#contract/accounts/native-sign-in.ts'
import { phoneContract } from '#contract/accounts/phone.ts'
import { phoneSignInContract } from '#contract/accounts/phone-sign-in.ts'
import { profilesContract } from '#contract/accounts/profiles.ts'
import { twoFactorContract } from '#contract/accounts/two-factor.ts'
import { blocksContract } from './blocks.ts'
import { catalogContract } from '#contract/catalog/catalog.ts'
import { conversationsContract } from '#contract/conversations/conversations.ts'
import { heldMessagesContract } from '#contract/conversations/held-messages.ts'
import type { Endpoints } from './endpoint.ts'
import { favouritesContract } from './favourites.ts'
import { imeiContract } from '#contract/imei/imei.ts'
import { administrationContract } from '#contract/moderation/administration/administration.ts'
import { appealsContract } from '#contract/moderation/appeals/appeals.ts'
import { casesContract } from '#contract/moderation/cases/cases.ts'
import { colleaguesContract } from '#contract/moderation/cases/colleagues.ts'
import { queueContract } from '#contract/moderation/cases/queue.ts'
import { peopleContract } from '#contract/moderation/cases/people.ts'
import { guardContract } from '#contract/moderation/guard/guard.ts'
import { ruleScreenContract } from '#contract/moderation/guard/rule-screen.ts'
import { wordListsContract } from '#contract/moderation/guard/word-lists.ts'
import { outsideReportsContract } from '#contract/moderation/reports/outside-reports.ts'
import { reportsContract } from '#contract/moderation/reports/reports.ts'
import { staffContract } from '#contract/moderation/staff/staff.ts'
import { notificationsContract } from '#contract/notifications/notifications.ts'
import { pushContract } from '#contract/notifications/push.ts'
import { personalDataContract } from '#contract/personal-data/personal-data.ts'
import { photosContract } from '#contract/photos/photo-uploads.ts'
import { productsContract } from './products.ts'
import { reviewsContract } from './reviews.ts'
import { savedSearchesContract } from '#contract/search/saved-searches.ts'
import { searchContract } from '#contract/search/search.ts'
import { sellersContract } from './sellers.ts'
import { sellingContract } from '#contract/selling/selling.ts'
import { supportContract } from './support.ts'

export interface ApiGroup {
  name: string
  description: string
  contracts: readonly Endpoints[]
}

/** The calls of the API by subject, for its documentation. */
export const API_GROUPS: readonly ApiGroup[] = [
  {
    name: 'Catalogue',
    description: 'Categories, regions, towns and the attributes of each category.',
    contracts: [catalogContract],
  },
  {
    name: 'Search',
    description: 'Searches, filters, suggestions and saved searches.',
    contracts: [searchContract, savedSearchesContract],
  },
  {
    name: 'Products',
    description: 'Listings as everybody sees them, reviews and favourites.',
    contracts: [productsContract, reviewsContract, favouritesContract],
  },
  {
    name: 'Sellers',
    description: 'Public profiles, contact details and blocked people.',
    contracts: [sellersContract, blocksContract],
  },
  {
    name: 'Selling',
    description: 'A person’s own listings, photos and registered phones.',
    contracts: [sellingContract, photosContract, imeiContract],
  },
  {
    name: 'Conversations',
    description: 'Chats about a listing. Live events come over the socket at `/live`.',
    contracts: [conversationsContract, agreementsContract, buyerReviewsContract, guardContract],
  },
  {
    name: 'Notifications',
    description: 'Notifications, preferences and push subscriptions.',
    contracts: [notificationsContract, pushContract],
  },
  {
    name: 'Signing in',
    description: 'Registration, sessions, sign-in by phone, link, app and second factor.',
    contracts: [
      registrationContract,
      sessionsContract,
      nativeSignInContract,
      phoneSignInContract,
      twoFactorContract,
    ],
  },
  {
    name: 'Account',
    description: 'Profile, settings, phone number, and a copy or the deletion of personal data.',
    contracts: [profilesContract, settingsContract, phoneContract, personalDataContract],
  },
  {
    name: 'Reports and appeals',
    description: 'Reports, decisions about a person and their appeals.',
    contracts: [reportsContract, outsideReportsContract, appealsContract],
  },
  {
    name: 'Moderation',
    description: 'The desk of moderators and administrators.',
    contracts: [
      staffContract,
      casesContract,
      colleaguesContract,
      queueContract,
      peopleContract,
      heldMessagesContract,
      ruleScreenContract,
      wordListsContract,
      administrationContract,
    ],
  },
  { name: 'Support', description: 'Messages to the operator.', contracts: [supportContract] },
]
