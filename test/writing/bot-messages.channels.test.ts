import { describe, expect, test } from 'vitest'
import { changeChannel, requestChannelChange } from '../support/channels'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast, type Channel } from '../support/realm'
import { eventNames, messagesIn, receivedBy } from '../support/received-events'

const setBotMessages = async ({ ada }: Cast, send_channel_events_messages: boolean) =>
  succeeded(await ada.patch('/realm', { send_channel_events_messages }))

async function realmWithBotMessages(): Promise<Cast> {
  const cast = await freshRealm()
  await setBotMessages(cast, true)
  return cast
}

/** Returns the contents of the bot messages about a channel, the first one first. */
async function botMessagesIn(person: Person, { stream_id }: Channel): Promise<string[]> {
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

describe('bot messages about changes of a channel', () => {
  test('the first one names the creator, the privacy and the description', async () => {
    const { ada, ezra, dov } = await realmWithBotMessages()
    const actor = `@_**Ada|${ada.id}**`
    const [adaEvents, ezraEvents] = await receivedBy([ada, ezra], () =>
      ada.subscribes({ name: 'garden' }, { principals: [ada.id, ezra.id] }),
    )
    expect(eventNames(adaEvents!.able).slice(-2)).toEqual(['stream/update', 'message'])
    expect(eventNames(ezraEvents!.able)).toEqual(['stream/create', 'subscription/add', 'stream/update', 'message'])
    const garden = await newChannel(ada, 'garden', [])
    expect(await botMessagesIn(dov, garden)).toEqual([`${actor} created this channel (public). Description: none.`])

    const description = 'For **roots** and @**all**'
    const { id } = succeeded(
      await ada.post('/channels/create', { name: 'cellar', description, subscribers: [ada.id], invite_only: true }),
    )
    expect(await botMessagesIn(ada, { stream_id: id, name: 'cellar' })).toEqual([
      `${actor} created this channel (private, with protected history). Description:\n\n\`\`\`quote\n${description}\n\`\`\``,
    ])
    succeeded(await dov.patch('/users/me/subscriptions', { add: [{ name: 'pond' }] }))
    expect(await botMessagesIn(dov, await newChannel(dov, 'pond', []))).toHaveLength(1)
  })

  test('each change has its message', async () => {
    const cast = await realmWithBotMessages()
    const { ada, dov } = cast
    const actor = `@_**Ada|${ada.id}**`
    const garden = await newChannel(ada, 'garden', [ada, dov])
    const folder = { name: 'Outside', description: '' }
    const { channel_folder_id } = succeeded(await ada.post('/channel_folders/create', folder))
    const STEPS: [changes: Record<string, FieldValue>, text: string][] = [
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
    for (const [changes, text] of STEPS) {
      const before = await botMessagesIn(ada, garden)
      const [adaEvents, dovEvents] = await receivedBy([ada, dov], () => changeChannel(ada, garden, changes))
      expect(await botMessagesIn(ada, garden)).toEqual([...before, `${actor} ${text}`])
      for (const events of [adaEvents!.able, dovEvents!.able]) expect(eventNames(events).at(-1)).toBe('message')
    }
  })

  test('several changes of one request have a message each; some changes have none', async () => {
    const { ada } = await realmWithBotMessages()
    const garden = await newChannel(ada, 'garden', [ada])
    await changeChannel(ada, garden, { new_name: 'yard', description: 'Roots', is_default_stream: true })
    await requestChannelChange(ada, garden, { topics_policy: 'empty_topic_only' })
    await changeChannel(ada, garden, { can_add_subscribers_group: { new: 3 } })
    await changeChannel(ada, garden, { description: 'Roots' })
    expect(await botMessagesIn(ada, garden)).toHaveLength(3)
  })

  test('the first of several messages becomes the first message of an empty channel', async () => {
    const cast = await freshRealm()
    const { ada, dov } = cast
    const garden = await newChannel(ada, 'garden', [ada, dov])
    await setBotMessages(cast, true)
    const [dovEvents] = await receivedBy([dov], () =>
      changeChannel(ada, garden, { new_name: 'yard', description: 'Roots' }),
    )
    const [first, second] = messagesIn(dovEvents!.able).map(({ id }) => id)
    expect(dovEvents!.able.filter(({ property }) => property === 'first_message_id')).toMatchObject([{ value: first }])
    expect(succeeded(await ada.get(`/streams/${garden.stream_id}`)).stream.first_message_id).toBe(first)
    expect(second).toBeGreaterThan(first)
  })

  test('the archiving and unarchiving of a channel have a message; changes of an archived channel have none', async () => {
    const { ada, dov } = await realmWithBotMessages()
    const garden = await newChannel(ada, 'garden', [ada, dov])
    const [dovEvents] = await receivedBy([dov], async () => succeeded(await ada.delete(`/streams/${garden.stream_id}`)))
    expect(eventNames(dovEvents!.plain)).toEqual(['message', 'stream/delete'])
    expect(eventNames(dovEvents!.able)).toEqual(['message', 'stream/update'])
    await changeChannel(ada, garden, { new_name: 'yard' })
    await changeChannel(ada, garden, { is_archived: false })
    await changeChannel(ada, garden, { is_archived: true })
    const texts = await botMessagesIn(ada, garden)
    expect(texts.slice(1)).toEqual([
      expect.stringContaining('archived this channel.'),
      expect.stringContaining('brought this channel back from the archive.'),
      expect.stringContaining('archived this channel.'),
    ])
  })

  test('a channel with only the empty topic has its messages there', async () => {
    const { ada } = await realmWithBotMessages()
    const garden = await newChannel(ada, 'garden', [ada], { topics_policy: 'empty_topic_only' })
    expect(await botMessagesIn(ada, garden)).toEqual([])
    const { messages } = await ada.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
    expect(messages).toMatchObject([{ subject: 'general chat', display_recipient: 'garden' }])
  })

  test('a refused change has no message', async () => {
    const { ada, dov } = await realmWithBotMessages()
    const garden = await newChannel(ada, 'garden', [ada, dov])
    for (const answer of [
      await dov.patch(`/streams/${garden.stream_id}`, { new_name: 'yard' }),
      await dov.delete(`/streams/${garden.stream_id}`),
      await ada.patch(`/streams/${garden.stream_id}`, { is_archived: true, new_name: '' }),
      await ada.patch(`/streams/${garden.stream_id}`, { description: 'Roots', new_name: 'general' }),
    ])
      expect(answer).toMatchObject({ result: 'error' })
    expect(await botMessagesIn(ada, garden)).toHaveLength(1)
  })

  test('send_channel_events_messages turns them on; it is off in a new realm', async () => {
    const cast = await freshRealm()
    const { ada } = cast
    expect((await ada.registers()).state.realm_send_channel_events_messages).toBe(false)
    const garden = await newChannel(ada, 'garden', [ada])
    await changeChannel(ada, garden, { new_name: 'yard' })
    await setBotMessages(cast, true)
    await changeChannel(ada, garden, { new_name: 'pond' })
    await setBotMessages(cast, false)
    succeeded(await ada.delete(`/streams/${garden.stream_id}`))
    expect(await botMessagesIn(ada, garden)).toEqual([
      `@_**Ada|${ada.id}** renamed this channel from **yard** to **pond**.`,
    ])
  })
})
