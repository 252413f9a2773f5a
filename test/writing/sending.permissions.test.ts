import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { succeeded, type FieldValue, type Person } from '../support/person'
import { freshRealm, newBot, newChannel } from '../support/realm'
import { changesNothing, contentsReceivedBy } from '../support/received-events'
import { storeSetting } from '../support/settings'
import { executeSql } from '../support/tables'

describe('POST /messages: permission to send', () => {
  test('members may send to public channels without a subscription; no user to a hidden or archived channel', async () => {
    const { ada, cleo, dov, ezra, vault, attic } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    await dov.sends(river, 'water', 'This is allowed')
    await ada.sends(vault, 'keys', 'This is allowed')
    await changesNothing([ada, cleo, dov, ezra], async () => {
      const sendTo = (person: Person, to: FieldValue) =>
        person.post('/messages', { type: 'channel', to, topic: 't', content: 'x' })
      const unknownChannel = (stream: string) =>
        refusal(`Channel '${stream}' does not exist`, 'STREAM_DOES_NOT_EXIST', { stream })
      expect(await sendTo(ezra, 'river')).toEqual(unknownChannel('river'))
      expect(await sendTo(dov, 'vault')).toEqual(unknownChannel('vault'))
      expect(await sendTo(cleo, ' Vault ')).toEqual(unknownChannel(' Vault '))
      expect(await sendTo(cleo, vault.stream_id)).toEqual(
        refusal(`Channel with ID '${vault.stream_id}' does not exist`, 'STREAM_DOES_NOT_EXIST', {
          stream_id: vault.stream_id,
        }),
      )
      expect(await sendTo(ada, 'attic')).toEqual(refusal("Not authorized to send to channel 'attic'"))
      expect(await sendTo(ada, attic.stream_id)).toEqual(refusal("Not authorized to send to channel 'attic'"))
    })
  })

  test('a guest may send to a public channel with a subscription', async () => {
    const { ada, ezra, general } = await freshRealm()
    expect(await contentsReceivedBy([ada], () => ezra.sends(general, 'lunch', 'May I?'))).toEqual([['May I?']])
  })

  test('a guest may send to a web-public channel without a subscription', async () => {
    const { realm, ada, ezra } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    await executeSql(realm, 'UPDATE channels SET is_web_public = 1 WHERE stream_id = ?', river.stream_id)
    expect(await contentsReceivedBy([ada], () => ezra.sends(river, 'water', 'May I?'))).toEqual([['May I?']])
  })

  test('an incoming webhook bot may send messages, and may use no other endpoint', async () => {
    const { realm, ada, fig, general } = await freshRealm()
    await executeSql(realm, 'UPDATE users SET bot_type = 2 WHERE user_id = ?', fig.id)
    expect(await contentsReceivedBy([ada], () => fig.sends(general, 'builds', 'Green'))).toEqual([['Green']])
    const notForWebhooks = refusal('This API is not available to incoming webhook bots.', 'UNAUTHORIZED')
    expect(await fig.get('/messages', { anchor: 'newest', num_before: 1 })).toEqual(notForWebhooks)
    expect(await fig.post('/messages/flags', { op: 'add', flag: 'read', messages: [] })).toEqual(notForWebhooks)
  })

  test('a topic must respect the topics policy of the channel, or of the realm', async () => {
    const { realm, ada, dov } = await freshRealm()
    for (const topics_policy of ['disable_empty_topic', 'empty_topic_only', 'inherit', 'allow_empty_topic'])
      await newChannel(ada, topics_policy, [ada, dov])
    await executeSql(realm, 'UPDATE channels SET topics_policy = name WHERE stream_id > 3')
    await storeSetting(realm, 'topics_policy', 'disable_empty_topic')
    const noGeneralChat = refusal('Sending messages to the general chat is not allowed in this channel.')
    const onlyGeneralChat = refusal('Only the general chat topic is allowed in this channel.')
    const sendToTopic = (name: string, topic: string) =>
      dov.post('/messages', { type: 'channel', to: name, topic, content: 'x' })
    for (const name of ['disable_empty_topic', 'inherit']) {
      succeeded(await sendToTopic(name, 'lunch'))
      for (const topic of ['', '(no topic)', 'general chat'])
        expect(await sendToTopic(name, topic)).toEqual(noGeneralChat)
    }
    succeeded(await sendToTopic('empty_topic_only', ''))
    expect(await sendToTopic('empty_topic_only', 'lunch')).toEqual(onlyGeneralChat)
    for (const topic of ['', 'lunch']) succeeded(await sendToTopic('allow_empty_topic', topic))
  })

  test('a former subscriber of a private channel may not send to it', async () => {
    const { ada, ben, vault } = await freshRealm()
    await ben.sends(vault, 'keys', 'This is allowed')
    succeeded(await ben.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
    await changesNothing([ada, ben], async () => {
      expect(await ben.post('/messages', { type: 'channel', to: 'vault', topic: 'keys', content: 'x' })).toEqual(
        refusal("Not authorized to send to channel 'vault'"),
      )
    })
  })

  test('only users in can_send_message_group may send to a channel', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    const can_send_message_group = { direct_members: [ben.id], direct_subgroups: [] }
    const news = await newChannel(ada, 'news', [ada, ben, dov, ezra], { can_send_message_group })
    expect(await contentsReceivedBy([dov], () => ben.sends(news, 'today', 'Rain'))).toEqual([['Rain']])
    await changesNothing([ada, dov], async () => {
      for (const person of [ada, dov, ezra])
        expect(await person.post('/messages', { type: 'channel', to: 'news', topic: 'today', content: 'x' })).toEqual(
          refusal('You do not have permission to post in this channel.'),
        )
    })
  })

  test('a bot may send to the channels to which its owner may send', async () => {
    const { ada, ben, dov, fig, vault } = await freshRealm()
    const adaBot = await newBot(ada, 'gus')
    expect(await contentsReceivedBy([ben], () => adaBot.sends(vault, 'keys', 'From the bot'))).toEqual([
      ['From the bot'],
    ])
    await changesNothing([ada, dov], async () => {
      expect(await fig.post('/messages', { type: 'channel', to: 'vault', topic: 'keys', content: 'x' })).toEqual(
        refusal("Channel 'vault' does not exist", 'STREAM_DOES_NOT_EXIST', { stream: 'vault' }),
      )
    })
  })
})
