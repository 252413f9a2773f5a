import { describe, expect, test } from 'vitest'
import { joinsCall } from '../support/calls'
import { browserOf, Browser } from '../support/browser'
import { succeeded, type Person } from '../support/person'
import { freshRealm, type Cast } from '../support/realm'
import { countRows } from '../support/tables'

const DIGITS = '123456789012345'
const linkIn = ({ realm }: Cast, digits = DIGITS) =>
  `[Join video call.](${realm.url}/calls/join/${digits}#config.startWithVideoMuted=false)`

async function opens(person: Person, digits = DIGITS) {
  const response = await (await browserOf(person)).request(`/calls/join/${digits}`)
  return [response.status, response.headers.get('location')]
}

describe('GET site:/calls/join/:digits', () => {
  test('opens the conversation of the message with the link, and the call that runs there', async () => {
    const cast = await freshRealm()
    const { ada, dov, general } = cast
    const { id } = await dov.sends(general, 'lunch', linkIn(cast))
    expect(await opens(ada)).toEqual([302, `/#narrow/near/${id}`])
    const caller = await joinsCall(dov, { type: 'stream', stream_id: general.stream_id, topic: 'lunch' })
    expect(await opens(ada)).toEqual([302, `/#call/${caller.seat.call_id}`])
    await joinsCall(ada, { type: 'stream', stream_id: general.stream_id, topic: 'dinner' })
    expect(await opens(dov)).toEqual([302, `/#call/${caller.seat.call_id}`])
  })

  test('is for those who can read a message with the link', async () => {
    const cast = await freshRealm()
    const { realm, ada, ben, dov, general, vault } = cast
    const { id } = await ada.sends(vault, 'plan', linkIn(cast))
    expect(await opens(ben)).toEqual([302, `/#narrow/near/${id}`])
    expect(await opens(dov)).toEqual([404, null])
    expect(await opens(ben, '999999')).toEqual([404, null])
    const visitor = await new Browser(realm.url).request(`/calls/join/${DIGITS}`)
    expect([visitor.status, visitor.headers.get('location')]).toEqual([302, `/login?next=%2Fcalls%2Fjoin%2F${DIGITS}`])
    // Another message may have the same link.
    const again = await dov.sends(general, 'lunch', linkIn(cast))
    expect(await opens(dov)).toEqual([302, `/#narrow/near/${again.id}`])
  })

  test('a link belongs to its message, also after edits', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov, general } = cast
    const { id } = await dov.sends(general, 'lunch', 'Later')
    await dov.sends(general, 'lunch', `${realm.url}/calls/join/12345 https://other.example/calls/join/${DIGITS}`)
    expect(await countRows(realm, 'call_links')).toBe(0)
    succeeded(await dov.patch(`/messages/${id}`, { content: linkIn(cast) }))
    expect(await opens(ada)).toEqual([302, `/#narrow/near/${id}`])
    succeeded(await dov.patch(`/messages/${id}`, { content: linkIn(cast, '654321') }))
    expect(await opens(ada)).toEqual([404, null])
    expect(await opens(ada, '654321')).toEqual([302, `/#narrow/near/${id}`])
    succeeded(await ada.delete(`/messages/${id}`))
    expect(await countRows(realm, 'call_links')).toBe(0)
  })
})
