import * as z from 'zod/mini'
import { Person } from './person.ts'
import { Photo } from '#contract/products.ts'

/** A listing and its page: its own, or for a held one the moderators' search. Null if it was deleted. */
const NamedListing = z.object({ title: z.string(), link: z.nullable(z.string()) })

/** Somebody in a conversation. */
const Party = z.extend(Person, { memberSince: z.string(), side: z.enum(['buyer', 'seller']) })

/** The people and the thing around a reported message. The words have a call of their own, because a look is recorded. */
export const MessageScene = z.object({
  /** Null for people who have left. */
  writer: z.nullable(Party),
  reader: z.nullable(Party),
  listing: NamedListing,
  sentAt: z.string(),
  /** Number of messages in the conversation. */
  messages: z.int(),
})
export type MessageScene = z.output<typeof MessageScene>

/** The listing and the person that a review is about. */
export const ReviewScene = z.object({
  listing: NamedListing,
  /** The person whose rating it moves. */
  hits: z.extend(Person, { role: z.enum(['seller', 'buyer']) }),
  /** The most that the two did with each other about the listing. */
  dealt: z.enum(['deal', 'conversation', 'nothing']),
})
export type ReviewScene = z.output<typeof ReviewScene>

/** Facts about a reported person that the profile does not say. */
export const PersonScene = z.object({
  /** Common start of the picture's file names. */
  picture: z.nullable(z.string()),
  /** Numbers of published listings; 1,000 are counted at most. */
  listings: z.array(z.object({ status: z.string(), count: z.int() })),
  newest: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      status: z.string(),
      link: z.string(),
      createdAt: z.string(),
    }),
  ),
  /** Numbers of their conversations, 1,000 at most: all, begun within a week, and those without an answer to them. */
  conversations: z.object({ all: z.int(), recent: z.int(), unanswered: z.int() }),
  /** Accounts seen on the same devices, or recently at the same addresses; 100 are counted at most. */
  sharers: z.object({ devices: z.int(), addresses: z.int() }),
  sharing: z.array(z.extend(Person, { isBanned: z.boolean(), caseId: z.nullable(z.string()) })),
})
export type PersonScene = z.output<typeof PersonScene>

/** A photo; within an open case it says whether it was added or removed since the case was opened. */
export const CasePhoto = z.extend(Photo, { change: z.nullable(z.enum(['added', 'removed'])) })
export type CasePhoto = z.output<typeof CasePhoto>

/** A text that was changed since the case was opened. */
export const Change = z.object({ label: z.string(), before: z.string(), now: z.string() })
export type Change = z.output<typeof Change>
