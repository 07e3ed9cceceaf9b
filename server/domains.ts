import { accessTracesDomain } from '#server/access-traces/domain.ts'
import { accountsDomain, type AccountsState } from '#server/accounts/domain.ts'
import { agreementsDomain } from '#server/agreements/domain.ts'
import { blocksDomain, type BlocksState } from '#server/blocks/domain.ts'
import { catalogDomain, type CatalogState } from '#server/catalog/domain.ts'
import { conversationsDomain, type ConversationsState } from '#server/conversations/domain.ts'
import { appealsDomain } from '#server/moderation/appeals/domain.ts'
import { casesDomain } from '#server/moderation/cases/domain.ts'
import { sanctionsDomain } from '#server/moderation/sanctions/domain.ts'
import { staffDomain } from '#server/moderation/staff/domain.ts'
import { favouritesDomain } from '#server/favourites/domain.ts'
import { guardDomain, type GuardState } from '#server/moderation/guard/domain.ts'
import { imeiDomain } from '#server/imei/domain.ts'
import { personHashesDomain, type PersonHashesState } from '#server/person-hashes/domain.ts'
import { reportsDomain } from '#server/moderation/reports/domain.ts'
import { notificationsDomain, type NotificationsState } from '#server/notifications/domain.ts'
import { administrationDomain, type AdministrationState } from '#server/moderation/administration/domain.ts'
import { personalDataDomain } from '#server/personal-data/domain.ts'
import { photosDomain, type PhotosState } from '#server/photos/domain.ts'
import { productsDomain } from '#server/products/domain.ts'
import { reviewsDomain } from '#server/reviews/domain.ts'
import { savedSearchesDomain } from '#server/saved-searches/domain.ts'
import { searchDomain, type SearchState } from '#server/search/domain.ts'
import { sellersDomain } from '#server/sellers/domain.ts'
import { sellingDomain, type SellingState } from '#server/selling/domain.ts'
import { supportDomain } from '#server/support/domain.ts'
import { openPlatform, type Platform, type PlatformContext } from './context.ts'

/** Domains in the order of their calls: each may call those above it (see scripts/checks/domain-calls.ts). */
export const DOMAINS = [
  personHashesDomain,
  blocksDomain,
  catalogDomain,
  notificationsDomain,
  accessTracesDomain,
  supportDomain,
  productsDomain,
  staffDomain,
  reportsDomain,
  sanctionsDomain,
  guardDomain,
  sellersDomain,
  searchDomain,
  accountsDomain,
  favouritesDomain,
  savedSearchesDomain,
  reviewsDomain,
  imeiDomain,
  photosDomain,
  conversationsDomain,
  agreementsDomain,
  sellingDomain,
  casesDomain,
  appealsDomain,
  personalDataDomain,
  administrationDomain,
] as const

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

type Each = (typeof DOMAINS)[number]

/** A handler for each endpoint of the contract. */
export const ROUTES = Object.assign(
  {},
  ...DOMAINS.map((domain) => ('routes' in domain ? domain.routes : {})),
) as Intersection<Extract<Each, { routes: object }>['routes']>

export interface States
  extends
    AccountsState,
    BlocksState,
    CatalogState,
    ConversationsState,
    GuardState,
    PersonHashesState,
    NotificationsState,
    AdministrationState,
    PhotosState,
    SearchState,
    SellingState {}

/** The context of operations: the platform, and the state of every domain. */
export function createContext(opened: Platform): PlatformContext & States {
  const platform = openPlatform(opened)
  const states = DOMAINS.map((domain) => ('open' in domain ? domain.open(platform) : {}))
  const state = Object.assign({}, ...states) as States
  return { ...platform, ...state }
}
