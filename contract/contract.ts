import * as accounts from './accounts.ts'
import { listCategories } from './catalog.ts'
import { getProduct, listFeatured } from './products.ts'
import { listReviews } from './reviews.ts'
import { searchProducts, suggest } from './search.ts'

/** Every call of the API by name: the table that the server mounts, the client calls and the API page lists. */
export const contract = {
  listCategories,
  listFeatured,
  searchProducts,
  suggest,
  getProduct,
  listReviews,
  register: accounts.register,
  verifyEmail: accounts.verifyEmail,
  resendVerification: accounts.resendVerification,
  login: accounts.login,
  refreshSession: accounts.refreshSession,
  logout: accounts.logout,
  requestPasswordReset: accounts.requestPasswordReset,
  recoverSession: accounts.recoverSession,
  updatePassword: accounts.updatePassword,
  listDevices: accounts.listDevices,
  endDevice: accounts.endDevice,
  endOtherDevices: accounts.endOtherDevices,
}
export type Contract = typeof contract
