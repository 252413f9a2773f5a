import { describe, expect, test } from 'vitest'
import { runAlarm } from '../support/alarms'
import { beforeD1IsRead } from '../support/d1-faults'
import { evict, captureConsole } from '../support/faults'
import { beforeR2Put, fileOf, formWith } from '../support/files'
import { succeeded, type Json, type Person } from '../support/person'
import { PNG } from '../support/pictures'
import { freshRealm, type Cast } from '../support/realm'
import { tablesOf } from '../prove/run'

/** A request that waits for D1 or R2. The realm serves other requests meanwhile. */
type WaitingRequest = {
  request: string
  send: (person: Person, cast: Cast, message_id: number) => Promise<Json>
  beforeWait: typeof beforeD1IsRead
}

const sendPicture = async (person: Person, path: string, name = 'me.png'): Promise<Json> => {
  const body = formWith(fileOf(PNG, name, 'image/png'))
  return (await person.request(path, { method: 'POST', body })).json()
}

const SEARCH = { anchor: 'newest', num_before: 5, num_after: 0, narrow: [{ operator: 'search', operand: 'pizza' }] }

const REQUESTS: WaitingRequest[] = [
  {
    request: 'an edit of an old message',
    send: (person, _, id) => person.patch(`/messages/${id}`, { content: 'Pasta!' }),
    beforeWait: beforeD1IsRead,
  },
  {
    request: 'a report of an old message',
    send: (person, _, id) => person.post(`/messages/${id}/report`, { report_type: 'spam' }),
    beforeWait: beforeD1IsRead,
  },
  {
    request: 'a search',
    send: (person) => person.get('/messages', SEARCH),
    beforeWait: beforeD1IsRead,
  },
  {
    request: 'starring search results',
    send: (person) => person.post('/messages/flags/narrow', { ...SEARCH, op: 'add', flag: 'starred' }),
    beforeWait: beforeD1IsRead,
  },
  {
    request: 'a new profile picture',
    send: (person) => sendPicture(person, '/users/me/avatar'),
    beforeWait: beforeR2Put,
  },
  {
    request: 'a new emoji',
    send: (person) => sendPicture(person, '/realm/emoji/parley'),
    beforeWait: beforeR2Put,
  },
  {
    request: 'a new icon of the organization',
    send: (person) => sendPicture(person, '/realm/icon'),
    beforeWait: beforeR2Put,
  },
  {
    request: 'a new logo of the organization',
    send: (person) => sendPicture(person, '/realm/logo?night=false'),
    beforeWait: beforeR2Put,
  },
  {
    request: 'an upload',
    send: (person) => sendPicture(person, '/user_uploads', 'notes.png'),
    beforeWait: beforeR2Put,
  },
]

/** Returns a realm in which the body of a message of ada is only in D1. Ben is an owner too, so ada can be deactivated. */
async function oldMessage(): Promise<{ cast: Cast; message_id: number }> {
  const cast = await freshRealm()
  const { realm, ada, ben, general, vault } = cast
  succeeded(await ada.patch(`/users/${ben.id}`, { role: 100 }))
  succeeded(await ada.patch('/realm', { moderation_request_channel_id: vault.stream_id }))
  const { id } = await ada.sends(general, 'lunch', 'Pizza?')
  await runAlarm(realm)
  await evict(realm)
  return { cast, message_id: id }
}

describe.each(REQUESTS)('$request', ({ send, beforeWait }) => {
  test('succeeds after it waited', async () => {
    const { cast, message_id } = await oldMessage()
    let waited = false
    beforeWait(cast.realm, async () => void (waited = true))
    expect(await send(cast.ada, cast, message_id)).toMatchObject({ result: 'success' })
    expect(waited).toBe(true)
  })

  test('is refused if its sender was deactivated meanwhile', async () => {
    const { cast, message_id } = await oldMessage()
    captureConsole('error')
    let after: unknown
    beforeWait(cast.realm, async () => {
      succeeded(await cast.ben.delete(`/users/${cast.ada.id}`))
      after = await tablesOf(cast.realm)
    })
    expect(await send(cast.ada, cast, message_id)).toMatchObject({ code: 'USER_DEACTIVATED' })
    expect(await tablesOf(cast.realm)).toEqual(after)
  })

  test('is refused if the organization was deactivated meanwhile', async () => {
    const { cast, message_id } = await oldMessage()
    // The alarm would send the emails about the deactivation.
    captureConsole('error')
    let after: unknown
    beforeWait(cast.realm, async () => {
      succeeded(await cast.ben.post('/realm/deactivate'))
      after = await tablesOf(cast.realm)
    })
    expect(await send(cast.ada, cast, message_id)).toMatchObject({ code: 'REALM_DEACTIVATED' })
    expect(await tablesOf(cast.realm)).toEqual(after)
  })
})
