import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { succeeded, type FieldValue } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { replays } from '../support/replays'

const EVERYONE = 7
const MODERATORS = 4
const REFUSED = refusal('You do not have permission to create new topics in this channel.')

describe('can_create_topic_group', () => {
  test('decides who begins a topic; all others write in topics that exist', async () => {
    const { ada, cleo, dov, fig, general } = await freshRealm()
    const sends = (person: typeof dov, topic: string) =>
      person.post('/messages', { type: 'channel', to: general.stream_id, topic, content: 'x' })
    succeeded(await sends(dov, 'lunch'))
    await replays([ada, dov], async () =>
      succeeded(await ada.patch(`/streams/${general.stream_id}`, { can_create_topic_group: { new: MODERATORS } })),
    )
    const { id } = succeeded(await sends(dov, 'lunch'))
    for (const person of [dov, fig]) expect(await sends(person, 'dinner')).toEqual(REFUSED)
    // A move to a new topic begins one, but a resolved topic is none.
    expect(await dov.patch(`/messages/${id}`, { topic: 'dinner' })).toEqual(REFUSED)
    succeeded(await dov.patch(`/messages/${id}`, { topic: '✔ lunch', propagate_mode: 'change_all' }))
    succeeded(await sends(cleo, 'dinner'))
    succeeded(await sends(dov, 'dinner'))
    succeeded(await dov.patch(`/messages/${id}`, { topic: 'dinner', propagate_mode: 'change_one' }))
  })

  test('is everyone in a private channel with protected history', async () => {
    const { ada, general } = await freshRealm()
    const OPEN = refusal('Everyone must be able to create topics in a private channel with protected history.')
    const den = await newChannel(ada, 'den', [ada], { invite_only: true, history_public_to_subscribers: false })
    const change = (fields: Record<string, FieldValue>, { stream_id } = den) =>
      ada.patch(`/streams/${stream_id}`, fields)
    expect(await change({ can_create_topic_group: { new: MODERATORS } })).toEqual(OPEN)
    succeeded(await change({ can_create_topic_group: { new: MODERATORS } }, general))
    const privately = { is_private: true, history_public_to_subscribers: false }
    expect(await change(privately, general)).toEqual(OPEN)
    succeeded(await change({ ...privately, can_create_topic_group: { new: EVERYONE } }, general))
    const fields = { name: 'pit', subscribers: [ada.id], invite_only: true, can_create_topic_group: MODERATORS }
    expect(await ada.post('/channels/create', fields)).toEqual(OPEN)
    succeeded(await ada.post('/channels/create', { ...fields, history_public_to_subscribers: true }))
  })
})
