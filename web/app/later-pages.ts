import type { ComponentType } from 'react'
import type { PageComponent } from '#contract/pages.ts'

type Imports<Names extends PageComponent> = { [Name in Names]: () => Promise<Record<Name, ComponentType>> }

/**
 * Pages that people who look for goods never open first. This table is not part of a product's page, which
 * therefore loads neither the names of these pages nor those of their files.
 */
export const LATER_PAGES = {
  DesignPage: () => import('#web/pages/DesignPage.tsx'),
  AuthCallbackPage: () => import('#web/pages/account/AuthCallbackPage.tsx'),
  AuthPage: () => import('#web/pages/account/AuthPage.tsx'),
  ConversationPage: () => import('#web/pages/account/ConversationPage.tsx'),
  DealsPage: () => import('#web/pages/account/DealsPage.tsx'),
  DashboardPage: () => import('#web/pages/account/DashboardPage.tsx'),
  FavouritesPage: () => import('#web/pages/account/FavouritesPage.tsx'),
  ListingFormPage: () => import('#web/pages/account/ListingFormPage.tsx'),
  MePage: () => import('#web/pages/account/MePage.tsx'),
  MessagesPage: () => import('#web/pages/account/MessagesPage.tsx'),
  ModerationPage: () => import('#web/pages/staff/ModerationPage.tsx'),
  NotificationsPage: () => import('#web/pages/account/NotificationsPage.tsx'),
  ProfilePage: () => import('#web/pages/account/ProfilePage.tsx'),
  ResetPasswordPage: () => import('#web/pages/account/ResetPasswordPage.tsx'),
  SavedSearchesPage: () => import('#web/pages/account/SavedSearchesPage.tsx'),
  SettingsPage: () => import('#web/pages/account/SettingsPage.tsx'),
  AppealPage: () => import('#web/pages/account/AppealPage.tsx'),
  DecisionsPage: () => import('#web/pages/account/DecisionsPage.tsx'),
  StolenPhonesPage: () => import('#web/pages/account/StolenPhonesPage.tsx'),
  ReportsPage: () => import('#web/pages/account/ReportsPage.tsx'),
  UnsubscribePage: () => import('#web/pages/account/UnsubscribePage.tsx'),
  UpdatePasswordPage: () => import('#web/pages/account/UpdatePasswordPage.tsx'),
  VerifyEmailPage: () => import('#web/pages/account/VerifyEmailPage.tsx'),
  ContactPage: () => import('#web/pages/information/ContactPage.tsx'),
  CookiesPage: () => import('#web/pages/information/CookiesPage.tsx'),
  HelpPage: () => import('#web/pages/information/HelpPage.tsx'),
  OutsideReportPage: () => import('#web/pages/information/OutsideReportPage.tsx'),
  PrivacyPage: () => import('#web/pages/information/PrivacyPage.tsx'),
  SafetyPage: () => import('#web/pages/information/SafetyPage.tsx'),
  TermsPage: () => import('#web/pages/information/TermsPage.tsx'),
  TransparencyPage: () => import('#web/pages/information/TransparencyPage.tsx'),
} satisfies Partial<Imports<PageComponent>>

export type FirstPages = Imports<Exclude<PageComponent, keyof typeof LATER_PAGES>>
