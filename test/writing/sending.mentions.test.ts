import { describe, expect, test } from 'vitest'
import { SYSTEM_GROUPS } from '../../src/domain/realm/settings/system-groups'
import { refusal } from '../support/answers'
import { newBotOf, OUTGOING_WEBHOOK } from '../support/bots'
import { flagsOf, idsInNarrow } from '../support/messages'
import { succeeded, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { changesNothing, contentsReceivedBy, flagsReceivedBy, receivedBy } from '../support/received-events'
import { executeSql } from '../support/tables'

describe('POST /messages: mentions', () => {
  test('only the mentioned user gets the flag, and a silent mention gives no flag', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const [adaFlags, benFlags] = await flagsReceivedBy([ada, ben], async () => {
      await dov.sends(general, 'lunch', 'Pizza, @**Ada**?')
      await dov.sends(general, 'lunch', `Pizza, @**Ben|${ben.id}**?`)
      await dov.sends(general, 'lunch', 'As @_**Ada** says')
      await dov.sends(general, 'lunch', '`@**Ada**`')
      await dov.sendsDirectly([ada, ben], '@**Ada**')
    })
    expect(adaFlags).toEqual([['mentioned'], [], [], [], ['mentioned']])
    expect(benFlags).toEqual([[], ['mentioned'], [], [], []])
  })

  describe('of a bot, in a channel that it is not in', () => {
    const mention = ({ id }: Person) => `@**Fig|${id}** help`

    test('reaches the bot if it can read the channel, as a message that it has read', async () => {
      const { ada, fig } = await freshRealm()
      const open = await newChannel(ada, 'open', [ada])
      const secret = await newChannel(ada, 'secret', [ada], { invite_only: true })
      const flags = await flagsReceivedBy([fig], async () => {
        await ada.sends(open, 'lunch', mention(fig))
        await ada.sends(open, 'lunch', `@_**Fig|${fig.id}** is silent`)
        await ada.sends(open, 'lunch', 'Pizza at noon?')
        await ada.sends(secret, 'lunch', mention(fig))
      })
      expect(flags).toEqual([[['read', 'historical', 'mentioned']]])
    })

    test('belongs to the history of the bot, with the same flags', async () => {
      const { ada, fig } = await freshRealm()
      const open = await newChannel(ada, 'open', [ada])
      const { id } = await ada.sends(open, 'lunch', `${mention(fig)}, @**all**`)
      await ada.sends(open, 'lunch', 'Pizza at noon?')
      expect(await idsInNarrow(fig, [])).toEqual([id])
      expect(await idsInNarrow(fig, [{ operator: 'is', operand: 'mentioned' }])).toEqual([id])
      expect(await flagsOf(fig, id)).toEqual(['read', 'historical', 'mentioned'])
      expect((await fig.registers({ fetch_event_types: ['message'] })).state.max_message_id).toBe(id)
    })

    test('is edited and deleted for the bot, too', async () => {
      const { ada, fig } = await freshRealm()
      const open = await newChannel(ada, 'open', [ada])
      await ada.sends(open, 'lunch', 'Pizza at noon?')
      const [received] = await receivedBy([fig], async () => {
        const { id } = await ada.sends(open, 'lunch', mention(fig))
        succeeded(await ada.patch(`/messages/${id}`, { content: `${mention(fig)}!` }))
        succeeded(await ada.delete(`/messages/${id}`))
      })
      expect(received!.able.map(({ type, flags }) => [type, flags])).toEqual([
        ['message', ['read', 'historical', 'mentioned']],
        ['update_message', ['read', 'historical', 'mentioned']],
        ['delete_message', undefined],
      ])
    })

    test('does not reach a bot that the server calls', async () => {
      const { ada, dov } = await freshRealm()
      const open = await newChannel(ada, 'open', [ada])
      const hal = await newBotOf(dov, OUTGOING_WEBHOOK)
      expect(await contentsReceivedBy([hal], () => ada.sends(open, 'lunch', `@**Hal|${hal.id}** help`))).toEqual([[]])
    })
  })

  test('a mention of a group is for its members', async () => {
    const { ada, cleo, dov, ezra, general } = await freshRealm()
    const flags = await flagsReceivedBy([ada, cleo, ezra], async () => {
      await dov.sends(general, 'lunch', '@*role:moderators*')
      await dov.sends(general, 'lunch', '@_*role:moderators*')
    })
    expect(flags).toEqual([
      [['mentioned'], []],
      [['mentioned'], []],
      [[], []],
    ])
  })

  test('a mention of a group needs its can_mention_group, a silent mention does not', async () => {
    const { realm, ada, cleo, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', '@*role:moderators*: this is allowed')
    const can_mention_group = SYSTEM_GROUPS['role:moderators']
    await executeSql(
      realm,
      `UPDATE user_groups SET permissions = json_set(permissions, '$.can_mention_group', ?) WHERE name = 'role:moderators'`,
      can_mention_group,
    )
    const [adaFlags] = await flagsReceivedBy([ada, dov], async () => {
      await cleo.sends(general, 'lunch', '@*role:moderators*')
      await dov.sends(general, 'lunch', '@_*role:moderators*')
    })
    expect(adaFlags).toEqual([['mentioned'], []])
    await changesNothing([ada, dov], async () => {
      expect(
        await dov.post('/messages', { type: 'channel', to: 'general', topic: 'new', content: '@*role:moderators*' }),
      ).toEqual(refusal("You are not allowed to mention user group 'role:moderators'."))
    })
    expect((await dov.sends(general, 'lunch', 'x')).id).toBe(4)
  })

  test('a mention in a channel without a subscription sends nothing to the user', async () => {
    const { ada, dov } = await freshRealm()
    const river = await newChannel(dov, 'river', [dov])
    expect(await contentsReceivedBy([ada], () => dov.sends(river, 'water', '@**Ada**'))).toEqual([[]])
  })

  test('a channel wildcard mention is for all subscribers, a topic wildcard mention for the senders in the topic', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    await ada.sends(general, 'lunch', 'I am hungry')
    const inChannel = ['stream_wildcard_mentioned', 'wildcard_mentioned']
    const inTopic = ['topic_wildcard_mentioned', 'wildcard_mentioned']
    const [adaFlags, benFlags, dovFlags] = await flagsReceivedBy([ada, ben, dov], async () => {
      for (const word of ['all', 'everyone', 'channel', 'stream']) await dov.sends(general, 'lunch', `@**${word}**`)
      await dov.sends(general, 'Lunch', '@**topic**')
      await dov.sends(general, 'dinner', '@**topic**')
      await dov.sends(general, 'lunch', '@_**all** and @_**topic**')
      await dov.sendsDirectly([ada, ben], '@**all** @**topic**')
    })
    expect(adaFlags).toEqual([inChannel, inChannel, inChannel, inChannel, inTopic, [], [], inChannel])
    expect(benFlags).toEqual([inChannel, inChannel, inChannel, inChannel, [], [], [], inChannel])
    expect(dovFlags).toEqual([inChannel, inChannel, inChannel, inChannel, inTopic, inTopic, [], inChannel])
  })

  test('a topic wildcard mention is also for users with a reaction in the topic, while they have it', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', 'Soup?')
    const tada = { emoji_name: 'tada' }
    await ada.post(`/messages/${id}/reactions`, tada)
    const [adaFlags, benFlags] = await flagsReceivedBy([ada, ben], () => dov.sends(general, 'lunch', '@**topic**'))
    expect([adaFlags, benFlags]).toEqual([[['topic_wildcard_mentioned', 'wildcard_mentioned']], [[]]])
    await ada.delete(`/messages/${id}/reactions`, tada)
    const { messages } = await ada.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
    expect(messages[0].flags).toEqual(['topic_wildcard_mentioned', 'wildcard_mentioned'])
    const [laterFlags] = await flagsReceivedBy([ada], () => dov.sends(general, 'lunch', '@**topic** again'))
    expect(laterFlags).toEqual([[]])
  })

  test('a channel wildcard mention for more than fifteen subscribers needs a permission', async () => {
    const { realm, ada, ben, dov, ezra } = await freshRealm()
    const subscribers: Person[] = [dov, ezra]
    while (subscribers.length < 15)
      subscribers.push(await realm.newPerson(`guest${String.fromCharCode(97 + subscribers.length)}`))
    const hall = await newChannel(ada, 'hall', subscribers)
    await dov.sends(hall, 'roll call', '@**all**: fifteen of us')
    await ada.subscribes(hall, { principals: [ben.id] })
    expect(await contentsReceivedBy([dov], () => ben.sends(hall, 'roll call', '@**all**'))).toEqual([['@**all**']])
    await changesNothing([dov, ben], async () => {
      for (const content of ['@**all**', '@**topic** and @**everyone**'])
        expect(await dov.post('/messages', { type: 'channel', to: 'hall', topic: 'roll call', content })).toEqual(
          refusal(
            'You do not have permission to use channel wildcard mentions in this channel.',
            'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
          ),
        )
    })
    await dov.sends(hall, 'roll call', '@_**all** and `@**all**` mention no user')
  })

  test('a topic wildcard mention for more than fifteen users needs a permission', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    const writers: Person[] = [ada, dov]
    while (writers.length < 16) writers.push(await realm.newPerson(`guest${String.fromCharCode(97 + writers.length)}`))
    const hall = await newChannel(ada, 'hall', [...writers, ben])
    for (const person of writers.slice(0, 15)) await person.sends(hall, 'roll call', 'Here')
    const { id } = await dov.sends(hall, 'roll call', '@**topic**: fifteen of us')
    await writers[15]!.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
    await changesNothing([dov, ben], async () => {
      expect(
        await dov.post('/messages', { type: 'channel', to: 'hall', topic: 'ROLL CALL', content: '@**topic**' }),
      ).toEqual(
        refusal(
          'You do not have permission to use topic wildcard mentions in this topic.',
          'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
        ),
      )
    })
    expect(await contentsReceivedBy([dov], () => ben.sends(hall, 'roll call', '@**topic**'))).toEqual([['@**topic**']])
    await dov.sends(hall, 'another', '@**topic**')
  })
})
