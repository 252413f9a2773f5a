import { describe, expect, test } from 'vitest'
import { beforeD1IsRead, evict, hush, ring } from '../support/faults'
import { beforeR2IsGiven, fileOf, formWith } from '../support/files'
import { succeeded, type Json, type Person } from '../support/person'
import { PNG } from '../support/pictures'
import { freshRealm, type Cast } from '../support/realm'
import { tablesOf } from '../prove/run'

/** What takes a while, as somebody else is asked for something: others have their turn meanwhile. */
type Slow = {
  what: string
  who: (cast: Cast) => Person
  asks: (person: Person, cast: Cast, message_id: number) => Promise<Json>
  waitsFor: typeof beforeD1IsRead
}

const sends = async (person: Person, path: string, name = 'me.png'): Promise<Json> => {
  const body = formWith(fileOf(PNG, name, 'image/png'))
  return (await person.request(path, { method: 'POST', body })).json()
}

const FOUND = { anchor: 'newest', num_before: 5, num_after: 0, narrow: [{ operator: 'search', operand: 'pizza' }] }

const SLOW: Slow[] = [
  {
    what: 'changes an old message',
    who: ({ ada }) => ada,
    asks: (person, _, id) => person.patch(`/messages/${id}`, { content: 'Pasta!' }),
    waitsFor: beforeD1IsRead,
  },
  {
    what: 'reports one',
    who: ({ ada }) => ada,
    asks: (person, _, id) => person.post(`/messages/${id}/report`, { report_type: 'spam' }),
    waitsFor: beforeD1IsRead,
  },
  {
    what: 'looks for one',
    who: ({ ada }) => ada,
    asks: (person) => person.get('/messages', FOUND),
    waitsFor: beforeD1IsRead,
  },
  {
    what: 'stars what is found',
    who: ({ ada }) => ada,
    asks: (person) => person.post('/messages/flags/narrow', { ...FOUND, op: 'add', flag: 'starred' }),
    waitsFor: beforeD1IsRead,
  },
  {
    what: 'shows another picture',
    who: ({ ada }) => ada,
    asks: (person) => sends(person, '/users/me/avatar'),
    waitsFor: beforeR2IsGiven,
  },
  {
    what: 'adds an emoji',
    who: ({ ada }) => ada,
    asks: (person) => sends(person, '/realm/emoji/parley'),
    waitsFor: beforeR2IsGiven,
  },
  {
    what: 'gives the organization an icon',
    who: ({ ada }) => ada,
    asks: (person) => sends(person, '/realm/icon'),
    waitsFor: beforeR2IsGiven,
  },
  {
    what: 'gives it a logo',
    who: ({ ada }) => ada,
    asks: (person) => sends(person, '/realm/logo?night=false'),
    waitsFor: beforeR2IsGiven,
  },
  {
    what: 'uploads a file',
    who: ({ ada }) => ada,
    asks: (person) => sends(person, '/user_uploads', 'notes.png'),
    waitsFor: beforeR2IsGiven,
  },
]

/** Ben is an owner as well, so that ada can go. Her message is one that only D1 knows, and nothing that may happen is due. */
async function oldMessage(): Promise<{ cast: Cast; message_id: number }> {
  const cast = await freshRealm()
  const { realm, ada, ben, general, vault } = cast
  succeeded(await ada.patch(`/users/${ben.id}`, { role: 100 }))
  succeeded(await ada.patch('/realm', { moderation_request_channel_id: vault.stream_id }))
  const { id } = await ada.sends(general, 'lunch', 'Pizza?')
  await ring(realm)
  await evict(realm)
  return { cast, message_id: id }
}

describe.each(SLOW)('who $what', ({ who, asks, waitsFor }) => {
  test('does so', async () => {
    const { cast, message_id } = await oldMessage()
    let waited = false
    waitsFor(cast.realm, async () => void (waited = true))
    expect(await asks(who(cast), cast, message_id)).toMatchObject({ result: 'success' })
    expect(waited).toBe(true)
  })

  test('does not if they are gone by then', async () => {
    const { cast, message_id } = await oldMessage()
    hush('error')
    let after: unknown
    waitsFor(cast.realm, async () => {
      succeeded(await cast.ben.delete(`/users/${cast.ada.id}`))
      after = await tablesOf(cast.realm)
    })
    expect(await asks(who(cast), cast, message_id)).toMatchObject({ code: 'USER_DEACTIVATED' })
    expect(await tablesOf(cast.realm)).toEqual(after)
  })

  test('does not if the organization is closed by then', async () => {
    const { cast, message_id } = await oldMessage()
    hush('error')
    let after: unknown
    waitsFor(cast.realm, async () => {
      succeeded(await cast.ben.post('/realm/deactivate'))
      after = await tablesOf(cast.realm)
    })
    expect(await asks(who(cast), cast, message_id)).toMatchObject({ code: 'REALM_DEACTIVATED' })
    expect(await tablesOf(cast.realm)).toEqual(after)
  })
})
