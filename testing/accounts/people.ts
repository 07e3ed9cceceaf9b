import type { Database } from '#server/platform/db/connect.ts'

/** Ama sells, Kofi buys, Esi is a stranger to both. */
export const PEOPLE = {
  ama: {
    id: '01930000-0000-7000-8000-00000000a3a0',
    full_name: 'Ama Mensah',
    username: 'ama',
    email: 'ama@example.com',
    phone: '+233100000101',
    website: 'https://ama.example.com',
  },
  kofi: {
    id: '01930000-0000-7000-8000-000000000f10',
    full_name: 'Kofi Boateng',
    username: 'kofi',
    email: 'kofi@example.com',
  },
  esi: {
    id: '01930000-0000-7000-8000-000000000e51',
    full_name: 'Esi Quansah',
    username: 'esi',
    email: 'esi@example.com',
  },
} as const

export async function insertPeople(db: Database): Promise<void> {
  await db.insertInto('profiles').values(Object.values(PEOPLE)).execute()
}

/** Gives a person a verified phone and an older account, so that the limits of new people do not apply. */
export const makeTrusted = (db: Database, person: keyof typeof PEOPLE) =>
  db
    .updateTable('profiles')
    .set({ phone: '+233100000199', phone_verified: true, created_at: new Date(0).toISOString() })
    .where('id', '=', PEOPLE[person].id)
    .execute()
