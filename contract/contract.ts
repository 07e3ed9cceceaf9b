import * as settings from './account-settings.ts'
import * as accounts from './accounts.ts'
import { listCategories } from './catalog.ts'
import * as personalData from './personal-data.ts'
import * as phone from './phone.ts'
import { getProduct, listFeatured } from './products.ts'
import * as profiles from './profiles.ts'
import { exchangeNativeCode } from './providers.ts'
import { listReviews } from './reviews.ts'
import { searchProducts, suggest } from './search.ts'
import * as sellers from './sellers.ts'
import * as twoFactor from './two-factor.ts'

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
  exchangeNativeCode,
  getAccount: settings.getAccount,
  changeEmail: settings.changeEmail,
  confirmEmailChange: settings.confirmEmailChange,
  reauthenticate: settings.reauthenticate,
  getPreferences: settings.getPreferences,
  savePreferences: settings.savePreferences,
  getExport: personalData.getExport,
  requestExport: personalData.requestExport,
  downloadExport: personalData.downloadExport,
  deleteAccount: personalData.deleteAccount,
  startTwoFactor: twoFactor.startTwoFactor,
  enableTwoFactor: twoFactor.enableTwoFactor,
  disableTwoFactor: twoFactor.disableTwoFactor,
  passTwoFactor: twoFactor.passTwoFactor,
  getSecurity: twoFactor.getSecurity,
  sendPhoneCode: phone.sendPhoneCode,
  verifyPhone: phone.verifyPhone,
  getProfile: profiles.getProfile,
  saveProfile: profiles.saveProfile,
  deleteAvatar: profiles.deleteAvatar,
  getSeller: sellers.getSeller,
  listSellerProducts: sellers.listSellerProducts,
  revealContact: sellers.revealContact,
}
export type Contract = typeof contract
