import { describe, expect, test } from 'vitest'
import { ADMINISTRATORS_ONLY, refusal, SUCCESS } from '../support/answers'
import { stopClock } from '../support/clock'
import { newBotOf } from '../support/bots'
import { NOW, Receiver } from '../support/event-subscriptions'
import { newestMessages } from '../support/messages'
import { succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { replays } from '../support/replays'
import { ADMINISTRATORS_GROUP } from '../support/system-groups'
import { selectRows } from '../support/tables'

async function withCommand(fields: Record<string, FieldValue> = {}) {
  const cast = await freshRealm()
  await stopClock(cast.realm, NOW)
  const hal = await newBotOf(cast.ada)
  const receiver = new Receiver()
  const command = { name: 'deploy', description: 'Deploy a branch', usage_hint: '[branch]', bot_id: hal.id, ...fields }
  const { id, secret } = succeeded(await cast.ada.post('/parley/commands', { ...command, url: receiver.url }))
  await receiver.set({ secret })
  const answers = (answer: object | string) =>
    receiver.set({ answer: typeof answer === 'string' ? answer : JSON.stringify(answer) })
  return { ...cast, hal, receiver, command, id, secret, answers, run: `/parley/commands/${id}/run` }
}

describe('POST /parley/commands', () => {
  test('adds a command that all users see, without its address', async () => {
    const { ada, ezra, hal, receiver, id, realm, secret } = await withCommand()
    const listed = { id, name: 'deploy', description: 'Deploy a branch', usage_hint: '[branch]', bot_id: hal.id }
    const queue = await ezra.registers()
    expect(queue.state.parley_commands).toEqual([listed])
    const { commands } = succeeded(await ada.get('/parley/commands'))
    expect(commands).toEqual([{ ...listed, url: receiver.url }])
    expect(JSON.stringify([commands, queue.state])).not.toContain(secret)
    expect(await ezra.get('/parley/commands')).toEqual(ADMINISTRATORS_ONLY)
    const rows = await selectRows(realm, 'SELECT value FROM secrets')
    expect(new TextDecoder('latin1').decode(new Uint8Array(rows[0]!.value as ArrayBuffer))).not.toContain(secret)
  })

  test('refuses members, bad names, foreign bots and private addresses', async () => {
    const { ada, ben, dov, cleo, hal, command } = await withCommand()
    const url = 'https://example.com/command'
    expect(await cleo.post('/parley/commands', { ...command, name: 'other', url })).toEqual(ADMINISTRATORS_ONLY)
    const names = { 'with space': 'The name of a command', Deploy: 'The name of a command', poll: 'There is a command' }
    for (const [name, msg] of Object.entries({ ...names, deploy: 'There is a command /deploy already' }))
      expect((await ben.post('/parley/commands', { ...command, name, url })).msg).toContain(msg)
    expect(await ada.post('/parley/commands', { ...command, name: 'other', bot_id: dov.id, url })).toEqual(
      refusal('No such bot'),
    )
    expect(await ada.post('/parley/commands', { ...command, name: 'other', url: 'file:///etc' })).toEqual(
      refusal('payload_url is not a URL'),
    )
    expect((await ada.post('/parley/commands', { ...command, name: 'other', bot_id: hal.id, url })).result).toBe(
      'success',
    )
  })

  test('is an event that clients replay', async () => {
    const { ada, hal, command } = await withCommand()
    await replays([ada], () =>
      ada.post('/parley/commands', { ...command, name: 'other', bot_id: hal.id, url: 'https://example.com' }),
    )
  })
})

describe('POST /parley/commands/:command_id/run', () => {
  test('sends a signed form, and the answer is only for the user', async () => {
    const { cleo, dov, hal, general, receiver, answers, run } = await withCommand()
    await answers({ text: '*Done*: <https://a.example|log>' })
    const answer = succeeded(await cleo.post(run, { text: 'main', stream_id: general.stream_id, topic: 'releases' }))
    expect(answer).toEqual({
      ...SUCCESS,
      answer: {
        bot_id: hal.id,
        content: '**Done**: [log](https://a.example)',
        rendered_content: '<p><strong>Done</strong>: <a href="https://a.example">log</a></p>',
      },
    })
    expect(await receiver.received()).toEqual([
      {
        isSigned: true,
        body: expect.objectContaining({
          command: '/deploy',
          text: 'main',
          user_id: `U${cleo.id}`,
          user_name: 'Cleo',
          channel_id: `C${general.stream_id}`,
          channel_name: 'general',
        }),
      },
    ])
    expect(await newestMessages(dov, 5, [['sender', hal.id]])).toEqual([])
  })

  test('the bot posts an answer for all in the topic, and names the user', async () => {
    const { cleo, dov, hal, general, answers, run } = await withCommand()
    await answers({ response_type: 'in_channel', text: 'Deployed <!here> <@U0X|Dov>' })
    const { message_id } = succeeded(await cleo.post(run, { stream_id: general.stream_id, topic: 'releases' }))
    const [message] = await newestMessages(dov, 1, [['sender', hal.id]])
    expect(message).toMatchObject({
      id: message_id,
      subject: 'releases',
      content: `@_**Cleo|${cleo.id}** used \`/deploy\`:\n\nDeployed @here @**Dov|${dov.id}**`,
    })
  })

  test('is refused where the user may not post, before the receiver learns of it', async () => {
    const { ada, cleo, ezra, general, vault, receiver, answers, run } = await withCommand()
    await answers({ response_type: 'in_channel', text: 'Deployed' })
    const closed = await newChannel(ada, 'closed', [ada, cleo], { can_send_message_group: ADMINISTRATORS_GROUP })
    expect(await cleo.post(run, { stream_id: closed.stream_id, topic: 'a' })).toEqual(
      refusal('You do not have permission to post in this channel.'),
    )
    expect((await ezra.post(run, { stream_id: vault.stream_id, topic: 'a' })).result).toBe('error')
    expect(await receiver.received()).toEqual([])
    succeeded(await cleo.post(run, { stream_id: general.stream_id, topic: 'a' }))
    expect(await receiver.received()).toHaveLength(1)
  })

  test('says why a command failed, and nothing of the answer', async () => {
    const { cleo, ada, hal, general, receiver, answers, run, id } = await withCommand()
    const failure = async () => (await cleo.post(run, { stream_id: general.stream_id, topic: 'a' })).msg
    await answers('a secret')
    await receiver.set({ status: 500 })
    expect(await failure()).toBe('/deploy failed: it answered with status 500.')
    await receiver.set({ status: 200 })
    await answers({ text: 7 })
    expect(await failure()).toBe('/deploy failed: its answer cannot be read.')
    for (const nothing of ['', '{}', { text: '' }]) {
      await answers(nothing)
      expect(await cleo.post(run)).toEqual(SUCCESS)
    }
    succeeded(await ada.delete(`/bots/${hal.id}`))
    expect(await failure()).toBe('No such command')
    expect(await cleo.post('/parley/commands/999999/run')).toEqual(refusal('No such command'))
    expect((await ada.delete(`/parley/commands/${id}`)).result).toBe('success')
  })

  test('a text with a slash in a message stays text', async () => {
    const { cleo, general, receiver } = await withCommand()
    await cleo.sends(general, 'releases', '/deploy main')
    await cleo.sends(general, 'releases', '/unknown')
    expect(
      (await newestMessages(cleo, 2, [['channel', general.stream_id]])).map(({ content }: Json) => content),
    ).toEqual(['/deploy main', '/unknown'])
    expect(await receiver.received()).toEqual([])
  })
})

describe('DELETE /parley/commands/:command_id', () => {
  test('removes the command and its secret; only administrators can do this', async () => {
    const { ada, cleo, id, realm } = await withCommand()
    expect(await cleo.delete(`/parley/commands/${id}`)).toEqual(ADMINISTRATORS_ONLY)
    const queue = await cleo.registers({ event_types: ['parley_commands'] })
    expect(await ada.delete(`/parley/commands/${id}`)).toEqual(SUCCESS)
    expect(await queue.events()).toMatchObject([{ type: 'parley_commands', parley_commands: [] }])
    expect(await ada.delete(`/parley/commands/${id}`)).toEqual(refusal('No such command'))
    expect(await selectRows(realm, 'SELECT name FROM secrets')).toEqual([])
  })
})
