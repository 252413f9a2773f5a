import { describe, expect, test } from 'vitest'
import { runAlarm } from '../support/alarms'
import { refusal, SUCCESS } from '../support/answers'
import { joinsCall, sits } from '../support/calls'
import { APP, FakeMediaServer, inTopic, publishes } from '../support/fake-media-server'
import { succeeded, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { realmWithVariables } from '../support/realm-with-variables'

const NO_ONE_SHOWS_SCREENS = { parley_can_share_screens_group: JSON.stringify({ new: 2 }) }
const onlyFor = ({ id }: Person) => ({ can_send_message_group: JSON.stringify({ new: id }) })
const membersOf = (...people: Person[]) => ({
  can_send_message_group: JSON.stringify({
    new: { direct_members: people.map(({ id }) => id), direct_subgroups: [] },
  }),
})

async function twoWithPictures() {
  const cast = await freshRealm()
  const { ada, dov, general } = cast
  const [first, second] = [await joinsCall(ada, inTopic(general)), await joinsCall(dov, inTopic(general))]
  second.send({ state: { audio: true, video: true, screen: true } })
  await first.until(() => first.seatOf(dov)?.screen === true)
  return { ...cast, first, second }
}

describe('the rights of a participant change in the call', () => {
  test('who may no longer write there only listens, and may speak again later', async () => {
    const { realm, ada, dov, general, first, second } = await twoWithPictures()
    succeeded(await ada.patch(`/streams/${general.stream_id}`, membersOf(ada)))
    await runAlarm(realm)
    await second.got({ refused: 'listens' })
    await first.until(() => first.seatOf(dov).may_speak === false)
    expect(first.seatOf(dov)).toMatchObject({ audio: false, video: false, screen: false })
    expect(first.seatOf(ada)).toMatchObject({ may_speak: true, audio: true })
    expect(succeeded(await ada.get('/parley/calls')).calls[0].people).toContainEqual(
      expect.objectContaining({ user_id: dov.id, video: false, screen: false }),
    )
    succeeded(await ada.patch(`/streams/${general.stream_id}`, membersOf(ada, dov)))
    await runAlarm(realm)
    await first.until(() => first.seatOf(dov).may_speak)
    second.send({ state: { audio: true } })
    await first.until(() => first.seatOf(dov).audio)
  })

  test('who may show screens no more shows none, and goes on speaking', async () => {
    const { realm, ada, dov, first, second } = await twoWithPictures()
    succeeded(await ada.patch('/realm', NO_ONE_SHOWS_SCREENS))
    await runAlarm(realm)
    await second.got({ refused: 'screen' })
    await first.until(() => first.seatOf(dov).screen === false)
    expect(first.seatOf(dov)).toMatchObject({ may_speak: true, audio: true, video: true })
  })

  test('a right that was lost while the socket was cut is not found again with the seat', async () => {
    const { ada, dov, general, first, second } = await twoWithPictures()
    second.socket.close(1000)
    await first.until(() => first.seatOf(dov)?.away === true)
    succeeded(await ada.patch(`/streams/${general.stream_id}`, membersOf(ada)))
    await sits(dov, second.seat)
    await first.until(() => first.seatOf(dov)?.away === false)
    expect(first.seatOf(dov)).toMatchObject({ may_speak: false, audio: false, video: false, screen: false })
  })
})

test('what a participant published without the right ends at the media server, and is not published again', async () => {
  const { realm, ada } = await realmWithVariables(APP)
  const server = new FakeMediaServer()
  const dov = await realm.newPerson('dov')
  const general = await newChannel(ada, 'general', [ada, dov])
  const [first, second] = [await joinsCall(ada, inTopic(general)), await joinsCall(dov, inTopic(general))]
  succeeded(await publishes(second, { tracks: [{ mid: '0', source: 'screen' }] }))
  await first.until(() => first.seatOf(dov)?.media.sources.includes('screen'))
  succeeded(await ada.patch('/realm', NO_ONE_SHOWS_SCREENS))
  await runAlarm(realm)
  await second.until(() => second.seatOf(dov).media.epoch === 0)
  expect(server.requests.map(({ call }) => call)).toContain('PUT /session1/tracks/close')
  // The client begins a new session for its voice.
  expect(await publishes(second)).toMatchObject(SUCCESS)
  await first.until(() => first.seatOf(dov).media.sources.includes('microphone'))
  succeeded(await ada.patch(`/streams/${general.stream_id}`, onlyFor(ada)))
  await runAlarm(realm)
  await first.until(() => first.seatOf(dov).media.sources.length === 0)
  expect(server.requests.map(({ call }) => call)).toContain('PUT /session2/tracks/close')
  expect(await publishes(second)).toEqual(refusal('You do not have permission to send this in the call.'))
})

test('a right that is lost while the media server answers counts', async () => {
  const { ada, realm } = await realmWithVariables(APP)
  const server = new FakeMediaServer()
  const dov = await realm.newPerson('dov')
  const general = await newChannel(ada, 'general', [ada, dov])
  await joinsCall(ada, inTopic(general))
  const second = await joinsCall(dov, inTopic(general))
  server.meanwhile = () => ada.patch('/realm', NO_ONE_SHOWS_SCREENS)
  expect(await publishes(second, { tracks: [{ mid: '0', source: 'screen' }] })).toEqual(
    refusal('You do not have permission to send this in the call.'),
  )
  expect(second.seatOf(dov).media.sources).toEqual([])
})
