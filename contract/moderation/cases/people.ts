import * as z from 'zod/mini'
import { DecisionLine, Sanction, Subject } from './cases.ts'
import { PersonScene } from './evidence.ts'
import { Note } from './note.ts'
import { Person } from './person.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Cursor, pageOf } from '#contract/page.ts'

const PersonLine = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  memberSince: z.string(),
  sanction: z.nullable(Sanction),
  role: z.nullable(z.enum(['moderator', 'administrator'])),
})
export type PersonLine = z.output<typeof PersonLine>

const ListingLine = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  seller: Person,
  createdAt: z.string(),
})
export type ListingLine = z.output<typeof ListingLine>

const AuditLine = z.object({
  id: z.string(),
  actor: z.nullable(Person),
  action: z.string(),
  targetKind: z.nullable(z.string()),
  targetId: z.nullable(z.string()),
  note: Note,
  createdAt: z.string(),
})
export type AuditLine = z.output<typeof AuditLine>

/** A person outside a case. `profile` is null for people about whom the reader may not decide. */
export const ModeratedPerson = z.extend(Subject, { profile: z.nullable(PersonScene) })
export type ModeratedPerson = z.output<typeof ModeratedPerson>

const Id = z.object({ id: z.uuid('Not an id') })
const Words = z.string().check(z.trim(), z.minLength(2), z.maxLength(100))
const PageQuery = z.object({ cursor: z.optional(Cursor) })

/** Calls with which moderators and administrators look things up, and the public figures. */
export const peopleContract = {
  listDecisions: endpoint({
    method: 'GET',
    path: '/api/moderation/decisions',
    access: 'administrator',
    summary: 'Lists every decision, newest first.',
    query: PageQuery,
    reply: pageOf(DecisionLine),
  }),
  countWaiting: endpoint({
    method: 'GET',
    path: '/api/moderation/waiting',
    access: 'moderator',
    summary: 'Counts what waits for the moderator: open cases, appeals and held links; at most 100 of each.',
    reply: z.object({ cases: z.int(), appeals: z.int(), links: z.int() }),
  }),
  findPeople: endpoint({
    method: 'GET',
    path: '/api/moderation/people',
    access: 'moderator',
    summary: 'Finds people by name, username, e-mail address, phone number or id; at most 30.',
    query: z.object({ q: Words }),
    reply: z.object({ people: z.array(PersonLine) }),
  }),
  getModeratedPerson: endpoint({
    method: 'GET',
    path: '/api/moderation/people/:id',
    access: 'moderator',
    summary: 'Returns facts about a person and the decisions about them.',
    params: Id,
    reply: ModeratedPerson,
  }),
  findListings: endpoint({
    method: 'GET',
    path: '/api/moderation/listings',
    access: 'moderator',
    summary:
      'Finds listings by words of their title or by id, newest first, including held ones; at most 30.',
    query: z.object({ q: Words }),
    reply: z.object({ listings: z.array(ListingLine) }),
  }),
  listAudit: endpoint({
    method: 'GET',
    path: '/api/moderation/audit',
    access: 'administrator',
    summary: 'Lists looks at private messages and other acts of moderators, newest first.',
    query: PageQuery,
    reply: pageOf(AuditLine),
  }),
  setRole: endpoint({
    method: 'PUT',
    path: '/api/moderation/people/:id/role',
    access: 'administrator',
    summary: 'Gives or removes the role of moderator or administrator. Nobody changes their own role.',
    params: Id,
    body: z.object({ role: z.nullable(z.enum(['moderator', 'administrator'])) }),
    reply: z.object({}),
    freshProof: true,
  }),
  getTransparency: endpoint({
    method: 'GET',
    path: '/api/transparency',
    access: 'everyone',
    summary: 'Returns the number of reports, the decisions and the time they took, month by month.',
    reply: z.object({
      months: z.array(
        z.object({
          month: z.string(),
          reports: z.int(),
          upheld: z.int(),
          removed: z.int(),
          suspended: z.int(),
          medianHours: z.nullable(z.number()),
          appeals: z.int(),
          appealsUpheld: z.int(),
        }),
      ),
    }),
    cacheSeconds: 600,
  }),
}
