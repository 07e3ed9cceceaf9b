import { settingsContract } from './accounts/account-settings.ts'
import { registrationContract, sessionsContract } from './accounts/accounts.ts'
import { nativeSignInContract } from './accounts/native-sign-in.ts'
import { phoneContract } from './accounts/phone.ts'
import { phoneSignInContract } from './accounts/phone-sign-in.ts'
import { profilesContract } from './accounts/profiles.ts'
import { twoFactorContract } from './accounts/two-factor.ts'
import { blocksContract } from './blocks.ts'
import { catalogContract } from './catalog/catalog.ts'
import { conversationsContract } from './conversations/conversations.ts'
import { heldMessagesContract } from './conversations/held-messages.ts'
import type { Endpoints } from './endpoint.ts'
import { favouritesContract } from './favourites.ts'
import { imeiContract } from './imei/imei.ts'
import { administrationContract } from './moderation/administration/administration.ts'
import { appealsContract } from './moderation/appeals/appeals.ts'
import { casesContract } from './moderation/cases/cases.ts'
import { peopleContract } from './moderation/cases/people.ts'
import { guardContract } from './moderation/guard/guard.ts'
import { ruleScreenContract } from './moderation/guard/rule-screen.ts'
import { reportsContract } from './moderation/reports/reports.ts'
import { staffContract } from './moderation/staff/staff.ts'
import { notificationsContract } from './notifications/notifications.ts'
import { pushContract } from './notifications/push.ts'
import { personalDataContract } from './personal-data.ts'
import { photosContract } from './photos/photo-uploads.ts'
import { productsContract } from './products.ts'
import { reviewsContract } from './reviews.ts'
import { savedSearchesContract } from './search/saved-searches.ts'
import { searchContract } from './search/search.ts'
import { sellersContract } from './sellers.ts'
import { sellingContract } from './selling/selling.ts'
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
    contracts: [conversationsContract, guardContract],
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
    contracts: [reportsContract, appealsContract],
  },
  {
    name: 'Moderation',
    description: 'The desk of moderators and administrators.',
    contracts: [
      staffContract,
      casesContract,
      peopleContract,
      heldMessagesContract,
      ruleScreenContract,
      administrationContract,
    ],
  },
  { name: 'Support', description: 'Messages to the operator.', contracts: [supportContract] },
]
