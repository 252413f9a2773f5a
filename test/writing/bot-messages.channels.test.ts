import { describe, expect, test } from 'vitest'
import { eventNames, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast, type Channel } from '../support/realm'

const wants = async ({ ada }: Cast, send_channel_events_messages = true) =>
  succeeded(await ada.patch('/realm', { send_channel_events_messages }))

async function realmThatWantsNotices(): Promise<Cast> {
  const cast = await freshRealm()
  await wants(cast)
  return cast
}

/** What is said of a channel in it, the first thing first. */
async function saidIn(person: Person, { stream_id }: Channel): Promise<string[]> {
  const narrow = [
    ['channel', stream_id],
    ['topic', 'channel events'],
  ]
  const range = { anchor: 'oldest', num_before: 0, num_after: 100, apply_markdown: false }
  const { messages } = succeeded(await person.get('/messages', { narrow, ...range }))
  for (const { sender_full_name, client } of messages)
    expect([sender_full_name, client]).toEqual(['Notification Bot', 'Internal'])
  return messages.map(({ content }: Json) => content)
}

const change = async (person: Person, { stream_id }: Channel, changes: Record<string, FieldValue>) =>
  succeeded(await person.patch(`/streams/${stream_id}`, changes))

describe('a channel, in a realm that wants it told what happens to it', () => {
  test('begins with who made it, and what for', async () => {
    const { ada, ezra, dov } = await realmThatWantsNotices()
    const who = `@_**Ada|${ada.id}**`
    const [hers, guests] = await receivedBy([ada, ezra], () =>
      ada.subscribes({ name: 'garden' }, { principals: [ada.id, ezra.id] }),
    )
    expect(eventNames(hers!.able).slice(-2)).toEqual(['stream/update', 'message'])
    expect(eventNames(guests!.able)).toEqual(['stream/create', 'subscription/add', 'stream/update', 'message'])
    const garden = await newChannel(ada, 'garden', [])
    expect(await saidIn(dov, garden)).toEqual([`${who} created this channel (public). Description: none.`])

    const description = 'For **roots** and @**all**'
    const { id } = succeeded(
      await ada.post('/channels/create', { name: 'cellar', description, subscribers: [ada.id], invite_only: true }),
    )
    expect(await saidIn(ada, { stream_id: id, name: 'cellar' })).toEqual([
      `${who} created this channel (private, with protected history). Description:\n\n\`\`\`quote\n${description}\n\`\`\``,
    ])
    succeeded(await dov.patch('/users/me/subscriptions', { add: [{ name: 'pond' }] }))
    expect(await saidIn(dov, await newChannel(dov, 'pond', []))).toHaveLength(1)
  })

  test('is told of each thing that is changed of it', async () => {
    const cast = await realmThatWantsNotices()
    const { ada, dov } = cast
    const who = `@_**Ada|${ada.id}**`
    const garden = await newChannel(ada, 'garden', [ada, dov])
    const folder = { name: 'Outside', description: '' }
    const { channel_folder_id } = succeeded(await ada.post('/channel_folders/create', folder))
    const STEPS: [changes: Record<string, FieldValue>, said: string][] = [
      [{ new_name: 'yard' }, 'renamed this channel from **garden** to **yard**.'],
      [{ new_name: 'y*rd' }, 'renamed this channel.'],
      [
        { description: 'Roots' },
        'changed the description of this channel. It was: none.\n\nNow:\n\n```quote\nRoots\n```',
      ],
      [{ is_private: true }, 'made this channel private, with protected history. It was public.'],
      [
        { history_public_to_subscribers: true },
        'made this channel private, with shared history. It was private, with protected history.',
      ],
      [
        { message_retention_days: 30 },
        "changed how long messages are kept here: for 30 days. It was: as the organization's other messages are.",
      ],
      [
        { message_retention_days: 'unlimited' },
        'changed how long messages are kept here: for ever. It was: for 30 days.',
      ],
      [{ folder_id: channel_folder_id }, 'moved this channel to the folder **Outside**.'],
      [{ folder_id: null }, 'took this channel out of its folder.'],
      [{ can_send_message_group: { new: 3 } }, 'changed who may post in this channel.'],
    ]
    for (const [changes, said] of STEPS) {
      const before = await saidIn(ada, garden)
      const [hers, his] = await receivedBy([ada, dov], () => change(ada, garden, changes))
      expect(await saidIn(ada, garden)).toEqual([...before, `${who} ${said}`])
      for (const events of [hers!.able, his!.able]) expect(eventNames(events).at(-1)).toBe('message')
    }
  })

  test('is told of several at once one by one, and not of what it is not for it to know', async () => {
    const { ada } = await realmThatWantsNotices()
    const garden = await newChannel(ada, 'garden', [ada])
    await change(ada, garden, { new_name: 'yard', description: 'Roots', is_default_stream: true })
    await change(ada, garden, { topics_policy: 'empty_topic_only' }).catch(() => undefined)
    await change(ada, garden, { can_add_subscribers_group: { new: 3 } })
    await change(ada, garden, { description: 'Roots' })
    expect(await saidIn(ada, garden)).toHaveLength(3)
  })

  test('begins with the first of several, where nothing was said before', async () => {
    const cast = await freshRealm()
    const { ada, dov } = cast
    const garden = await newChannel(ada, 'garden', [ada, dov])
    await wants(cast)
    const [his] = await receivedBy([dov], () => change(ada, garden, { new_name: 'yard', description: 'Roots' }))
    const [first, second] = his!.able.filter(({ type }) => type === 'message').map(({ message }) => message.id)
    expect(his!.able.filter(({ property }) => property === 'first_message_id')).toMatchObject([{ value: first }])
    expect(succeeded(await ada.get(`/streams/${garden.stream_id}`)).stream.first_message_id).toBe(first)
    expect(second).toBeGreaterThan(first)
  })

  test('is told that it is archived while it is there, and that it is back', async () => {
    const { ada, dov } = await realmThatWantsNotices()
    const garden = await newChannel(ada, 'garden', [ada, dov])
    const [his] = await receivedBy([dov], async () => succeeded(await ada.delete(`/streams/${garden.stream_id}`)))
    expect(eventNames(his!.plain)).toEqual(['message', 'stream/delete'])
    expect(eventNames(his!.able)).toEqual(['message', 'stream/update'])
    await change(ada, garden, { new_name: 'yard' }) // nobody is told of what nobody sees
    await change(ada, garden, { is_archived: false })
    await change(ada, garden, { is_archived: true })
    const said = await saidIn(ada, garden)
    expect(said.slice(1)).toEqual([
      expect.stringContaining('archived this channel.'),
      expect.stringContaining('brought this channel back from the archive.'),
      expect.stringContaining('archived this channel.'),
    ])
  })

  test('that knows only the general chat is told there', async () => {
    const { ada } = await realmThatWantsNotices()
    const garden = await newChannel(ada, 'garden', [ada], { topics_policy: 'empty_topic_only' })
    expect(await saidIn(ada, garden)).toEqual([])
    const { messages } = await ada.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
    expect(messages).toMatchObject([{ subject: 'general chat', display_recipient: 'garden' }])
  })

  test('is told nothing that was refused', async () => {
    const { ada, dov } = await realmThatWantsNotices()
    const garden = await newChannel(ada, 'garden', [ada, dov])
    for (const answer of [
      await dov.patch(`/streams/${garden.stream_id}`, { new_name: 'yard' }),
      await dov.delete(`/streams/${garden.stream_id}`),
      await ada.patch(`/streams/${garden.stream_id}`, { is_archived: true, new_name: '' }),
      await ada.patch(`/streams/${garden.stream_id}`, { description: 'Roots', new_name: 'general' }),
    ])
      expect(answer).toMatchObject({ result: 'error' })
    expect(await saidIn(ada, garden)).toHaveLength(1)
  })
})

test('a realm that does not want that is told nothing, as it is until somebody says so', async () => {
  const cast = await freshRealm()
  const { ada } = cast
  expect((await ada.registers()).state.realm_send_channel_events_messages).toBe(false)
  const garden = await newChannel(ada, 'garden', [ada])
  await change(ada, garden, { new_name: 'yard' })
  await wants(cast)
  await change(ada, garden, { new_name: 'pond' })
  await wants(cast, false)
  succeeded(await ada.delete(`/streams/${garden.stream_id}`))
  expect(await saidIn(ada, garden)).toEqual([`@_**Ada|${ada.id}** renamed this channel from **yard** to **pond**.`])
})
