import * as settings from './account-settings.ts'
import * as accounts from './accounts.ts'
import { listCategories } from './catalog.ts'
import * as conversations from './conversations.ts'
import { exchangeNativeCode } from './native-sign-in.ts'
import * as notifications from './notifications.ts'
import * as personalData from './personal-data.ts'
import * as favourites from './favourites.ts'
import * as phone from './phone.ts'
import * as photoUploads from './photo-uploads.ts'
import { getProduct, listFeatured } from './products.ts'
import * as push from './push.ts'
import * as profiles from './profiles.ts'
import * as reviews from './reviews.ts'
import * as savedSearches from './saved-searches.ts'
import { searchProducts, suggest } from './search.ts'
import * as sellers from './sellers.ts'
import * as selling from './selling.ts'
import { sendContact } from './support.ts'
import * as twoFactor from './two-factor.ts'

/** Every call of the API by name: the table that the server mounts, the client calls and the API page lists. */
export const contract = {
  listCategories,
  listFeatured,
  searchProducts,
  suggest,
  getProduct,
  listReviews: reviews.listReviews,
  getOwnReview: reviews.getOwnReview,
  createReview: reviews.createReview,
  editReview: reviews.editReview,
  deleteReview: reviews.deleteReview,
  replyToReview: reviews.replyToReview,
  sendContact,
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
  stopMail: settings.stopMail,
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
  listOwnProducts: selling.listOwnProducts,
  getOwnProduct: selling.getOwnProduct,
  createDraft: selling.createDraft,
  saveDraft: selling.saveDraft,
  publishProduct: selling.publishProduct,
  saveProduct: selling.saveProduct,
  setProductStatus: selling.setProductStatus,
  listInterested: selling.listInterested,
  deleteProduct: selling.deleteProduct,
  countView: selling.countView,
  listLoosePhotos: photoUploads.listLoosePhotos,
  arrangePhotos: photoUploads.arrangePhotos,
  deletePhoto: photoUploads.deletePhoto,
  assignPhotos: photoUploads.assignPhotos,
  listFavourites: favourites.listFavourites,
  whichFavourites: favourites.whichFavourites,
  keepFavourite: favourites.keepFavourite,
  dropFavourite: favourites.dropFavourite,
  mergeFavourites: favourites.mergeFavourites,
  listSavedSearches: savedSearches.listSavedSearches,
  saveSearch: savedSearches.saveSearch,
  setSearchAlert: savedSearches.setSearchAlert,
  deleteSavedSearch: savedSearches.deleteSavedSearch,
  listConversations: conversations.listConversations,
  countUnreadConversations: conversations.countUnreadConversations,
  openConversation: conversations.openConversation,
  getConversation: conversations.getConversation,
  listMessages: conversations.listMessages,
  sendMessage: conversations.sendMessage,
  markRead: conversations.markRead,
  react: conversations.react,
  listNotifications: notifications.listNotifications,
  countUnreadNotifications: notifications.countUnreadNotifications,
  markNotificationRead: notifications.markNotificationRead,
  markAllNotificationsRead: notifications.markAllNotificationsRead,
  deleteNotification: notifications.deleteNotification,
  getPushKey: push.getPushKey,
  subscribePush: push.subscribePush,
  unsubscribePush: push.unsubscribePush,
  testPush: push.testPush,
  renewPush: push.renewPush,
}
export type Contract = typeof contract
