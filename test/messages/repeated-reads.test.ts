import { describe, expect, test } from 'vitest'
import { INVALID_MESSAGES } from '../support/answers'
import { doDueWork, preventAlarms } from '../support/alarms'
import { breakD1, unavailable } from '../support/d1-faults'
import { captureConsole, evict } from '../support/faults'
import { fetchMessages, flagsOf, idsInNarrow, newestMessages, sendInOrder } from '../support/messages'
import { MOVED, requestMove, toChannel, WHOLE_TOPIC } from '../support/moves'
import { succeeded } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { rowsRead } from '../support/tables'

const HUNDRED = { anchor: 'newest', num_before: 100, num_after: 0 }
const MESSAGES = 20

describe('a user who fetches messages again', () => {
  test('causes no read but one row of the index for each message', async () => {
    const { realm, ada, cleo, general } = await freshRealm()
    await preventAlarms(realm)
    for (let nth = 0; nth < MESSAGES; nth++) await ada.sends(general, `topic ${nth}`, 'text')
    const first = await rowsRead(realm, () => fetchMessages(cleo, HUNDRED))
    const again = await rowsRead(realm, () => fetchMessages(cleo, HUNDRED))

    expect(again).toBe(MESSAGES)
    expect(first).toBeGreaterThan(again)
  })

  test('calls D1 once after the realm woke, and another user does not, until a message changes', async () => {
    captureConsole('error')
    const { realm, ada, ben, cleo, general } = await freshRealm()
    const ids = await sendInOrder([
      () => ada.sends(general, 'lunch', 'first'),
      () => ada.sends(general, 'tea', 'second'),
    ])
    const textsFor = async (person: typeof ada) =>
      (await newestMessages(person, 10)).filter(({ id }) => ids.includes(id)).map(({ content }) => content)
    const fetchWithoutD1 = async (person: typeof ada) => {
      const { mend } = breakD1(realm, unavailable)
      const answer = await person.get('/messages', HUNDRED)
      mend()
      return answer
    }
    await doDueWork(realm)
    await evict(realm)
    expect(await fetchWithoutD1(ben)).toMatchObject({ result: 'error' })
    expect(await textsFor(ben)).toEqual(['first', 'second'])
    for (const person of [ben, cleo]) expect(await fetchWithoutD1(person)).toMatchObject({ result: 'success' })

    succeeded(await ada.patch(`/messages/${ids[0]}`, { content: 'changed' }))
    succeeded(await ada.delete(`/messages/${ids[1]}`))
    await doDueWork(realm)
    expect(await textsFor(cleo)).toEqual(['changed'])
  })

  test('receives no message of a private channel that the user left or was removed from, until the user returns', async () => {
    const { ada, ben, cleo } = await freshRealm()
    const den = await newChannel(ada, 'den', [ada, ben, cleo], { invite_only: true })
    const [secret] = await sendInOrder([() => ada.sends(den, 'plan', 'secret')])
    for (const person of [ben, cleo]) expect(await idsInNarrow(person, [])).toContain(secret)

    succeeded(await ben.delete('/users/me/subscriptions', { subscriptions: ['den'] }))
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['den'], principals: [cleo.id] }))
    for (const person of [ben, cleo]) {
      expect(await idsInNarrow(person, [])).not.toContain(secret)
      expect(await person.post(`/messages/${secret}/reactions`, { emoji_name: 'tada' })).toEqual(INVALID_MESSAGES)
      expect(await person.patch(`/messages/${secret}`, { topic: 'other' })).toEqual(INVALID_MESSAGES)
    }

    await ada.subscribes(den, { principals: [cleo.id] })
    expect(await idsInNarrow(cleo, [])).toContain(secret)
    expect(await ben.get(`/messages/${secret}`)).toEqual(INVALID_MESSAGES)
  })

  test('receives the new topic and channel of messages that were renamed or moved', async () => {
    const { ada, cleo, general } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada, cleo])
    const placeOf = async (id: number) => {
      const found = (await newestMessages(cleo, 10)).find((message) => message.id === id)
      return found && [found.stream_id, found.subject]
    }
    const [first, other] = await sendInOrder([
      () => ada.sends(general, 'lunch', '1'),
      () => ada.sends(general, 'tea', '2'),
      () => ada.sends(general, 'lunch', '3'),
    ])
    expect(await placeOf(first!)).toEqual([general.stream_id, 'lunch'])
    expect(await requestMove(ada, { id: first! }, { topic: 'Lunch at noon', ...WHOLE_TOPIC })).toEqual(MOVED)
    expect(await placeOf(first!)).toEqual([general.stream_id, 'Lunch at noon'])

    const [again] = await sendInOrder([() => ada.sends(general, 'lunch', '4')])
    expect(await placeOf(again!)).toEqual([general.stream_id, 'lunch'])
    expect(await placeOf(first!)).toEqual([general.stream_id, 'Lunch at noon'])
    expect(await requestMove(ada, { id: other! }, { topic: 'lunch', ...WHOLE_TOPIC })).toEqual(MOVED)
    expect(await placeOf(other!)).toEqual([general.stream_id, 'lunch'])
    await ada.sends(general, 'LUNCH', '5')
    expect(await placeOf(other!)).toEqual([general.stream_id, 'LUNCH'])
    expect(await requestMove(ada, { id: other! }, toChannel(river, WHOLE_TOPIC))).toEqual(MOVED)
    expect(await placeOf(again!)).toEqual([river.stream_id, 'LUNCH'])
  })

  test('receives the flags that the user changed since', async () => {
    const { ada, cleo, general } = await freshRealm()
    const [id] = await sendInOrder([() => ada.sends(general, 'lunch', '1')])
    expect(await flagsOf(cleo, id!)).toEqual([])
    for (const [op, flag, expected] of [
      ['add', 'read', ['read']],
      ['add', 'starred', ['read', 'starred']],
      ['remove', 'read', ['starred']],
      ['remove', 'starred', []],
    ] as const) {
      succeeded(await cleo.post('/messages/flags', { messages: [id!], op, flag }))
      expect(await flagsOf(cleo, id!)).toEqual(expected)
    }
  })
})
