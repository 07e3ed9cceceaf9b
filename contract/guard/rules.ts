export type RuleLanguage = 'en' | 'pidgin' | 'twi'

/** Whom a rule concerns as readers: a seller's demand for money concerns buyers. */
export type RuleAudience = 'buyer' | 'seller' | 'both'

/** 'hold' looks like 'warn', and keeps a new account's message until a moderator has looked at it. */
export type RuleSeverity = 'info' | 'warn' | 'danger' | 'hold'
