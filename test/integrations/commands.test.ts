import { describe, expect, test } from 'vitest'
import { ADMINISTRATORS_ONLY, refusal, SUCCESS } from '../support/answers'
import { stopClock } from '../support/clock'
import { newBotOf } from '../support/bots'
import { NOW, Receiver } from '../support/event-subscriptions'
import { messageFor, newestMessages } from '../support/messages'
import { succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { BLOCKS, controlsIn, reply, setAddress } from '../support/presses'
import { replays } from '../support/replays'
import { ADMINISTRATORS_GROUP } from '../support/system-groups'
import { selectRows } from '../support/tables'

const DAY = 24 * 3600

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
        isStandard: true,
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
    await answers({ text: ['x'] })
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

describe('POST /parley/commands/:command_id/secret', () => {
  test('replaces the secret; the earlier one signs too for a day, unless it leaked', async () => {
    const { ada, cleo, realm, receiver, id, secret, run, answers } = await withCommand()
    const path = `/parley/commands/${id}/secret`
    expect(await cleo.post(path)).toEqual(ADMINISTRATORS_ONLY)
    const { secret: second } = succeeded(await ada.post(path))
    expect(second).not.toBe(secret)
    const isSignedWith = async (key: string) => {
      await receiver.set({ secret: key })
      await answers('')
      succeeded(await cleo.post(run))
      const { isSigned, isStandard } = (await receiver.received()).at(-1)!
      return { isSigned, isStandard }
    }
    expect(await isSignedWith(second)).toEqual({ isSigned: true, isStandard: true })
    expect(await isSignedWith(secret)).toEqual({ isSigned: false, isStandard: true })
    await stopClock(realm, NOW + DAY)
    expect(await isSignedWith(secret)).toEqual({ isSigned: false, isStandard: false })
    const { secret: third } = succeeded(await ada.post(path, { has_leaked: true }))
    expect(await isSignedWith(second)).toEqual({ isSigned: false, isStandard: false })
    expect(await isSignedWith(third)).toEqual({ isSigned: true, isStandard: true })
    expect(await ada.post('/parley/commands/999999/secret')).toEqual(refusal('No such command'))
  })
})

describe('POST /parley/commands/:command_id/run: buttons', () => {
  const place = ({ general: { stream_id } }: { general: { stream_id: number } }) => ({ stream_id, topic: 'releases' })
  const IN_CHANNEL = { response_type: 'in_channel', blocks: BLOCKS }
  const ONLY_IN_SLACK = expect.stringContaining('*Only in Slack: Approve')

  test('an answer for all has the buttons of its blocks, and a press of them reaches the program', async () => {
    const cast = await withCommand()
    const { ada, answers, cleo, ezra, hal, receiver, run } = cast
    await answers(IN_CHANNEL)
    const before = succeeded(await cleo.post(run, place(cast))).message_id
    expect((await messageFor(cleo, { id: before }, { apply_markdown: false })).content).toEqual(ONLY_IN_SLACK)
    succeeded(await setAddress(ada, `/parley/bots/${hal.id}/press_address`, receiver.url))
    const { message_id } = succeeded(await cleo.post(run, place(cast)))
    const message = await messageFor(cleo, { id: message_id })
    expect(controlsIn(message)[0]).toMatchObject({ block_id: 'decision', controls: [{ action_id: 'approve' }, {}, {}] })
    const approve = { block_id: 'decision', action_id: 'approve' }
    succeeded(await ezra.post(`/parley/messages/${message_id}/presses`, approve))
    expect(JSON.parse((await receiver.received()).at(-1)!.body.payload).actions).toMatchObject([approve])
  })

  test('an answer for the user alone has buttons only as a message', async () => {
    const cast = await withCommand()
    const { ada, answers, cleo, hal, receiver, run } = cast
    succeeded(await setAddress(ada, `/parley/bots/${hal.id}/press_address`, receiver.url))
    await answers({ blocks: BLOCKS })
    expect(succeeded(await cleo.post(run, place(cast))).answer.content).toEqual(ONLY_IN_SLACK)
    await answers(IN_CHANNEL)
    expect(succeeded(await cleo.post(run)).answer.content).toEqual(ONLY_IN_SLACK)
    const { response_url } = (await receiver.received()).at(-1)!.body
    expect(await reply(response_url, { blocks: BLOCKS })).toMatchObject({ status: 200 })
    const [message] = await newestMessages(cleo, 1, [['sender', hal.id]])
    expect(message).toMatchObject({ type: 'private' })
    expect(controlsIn(message)[0]).toMatchObject({ block_id: 'decision' })
  })
})

describe('POST site:/commands/:token', () => {
  const IN_CHANNEL = { response_type: 'in_channel', text: 'Deployed' }

  async function withRun(place: Record<string, FieldValue> = {}) {
    const cast = await withCommand()
    await cast.answers('')
    succeeded(await cast.cleo.post(cast.run, { stream_id: cast.general.stream_id, topic: 'releases', ...place }))
    const [{ body }] = (await cast.receiver.received()) as [Json]
    return { ...cast, url: String(body.response_url) }
  }

  test('a late answer for all is a message of the bot in the topic', async () => {
    const { realm, cleo, dov, hal, url } = await withRun()
    await stopClock(realm, NOW + 1799)
    expect(await reply(url, IN_CHANNEL)).toEqual({ status: 200, ok: true })
    expect((await newestMessages(dov, 1, [['sender', hal.id]])).at(-1)).toMatchObject({
      subject: 'releases',
      content: `@_**Cleo|${cleo.id}** used \`/deploy\`:\n\nDeployed`,
    })
  })

  test('a late answer for the user alone is a direct message of the bot', async () => {
    const { cleo, dov, hal, url } = await withRun()
    expect(await reply(url, { text: '*Only* for you' })).toEqual({ status: 200, ok: true })
    const [message] = await newestMessages(cleo, 1, [['sender', hal.id]])
    expect(message).toMatchObject({ type: 'private', content: '`/deploy`:\n\n**Only** for you' })
    expect(await newestMessages(dov, 1, [['sender', hal.id]])).toEqual([])
  })

  test('a program answers at most five times, in half an hour', async () => {
    const { realm, url } = await withRun()
    for (let count = 1; count <= 5; count++) expect((await reply(url, IN_CHANNEL)).status).toBe(200)
    expect(await reply(url, IN_CHANNEL)).toMatchObject({ status: 400, msg: 'A command has at most 5 late answers' })
    await stopClock(realm, NOW + 1800)
    expect(await reply(url, IN_CHANNEL)).toMatchObject({
      status: 400,
      msg: 'The time to answer this command has passed',
    })
  })

  test('is refused with a changed address, without text, and after the rights have ended', async () => {
    const { ada, cleo, general, hal, id, url } = await withRun()
    const [facts = '', signature] = url.split('/').at(-1)!.split('.')
    const changed = { ...JSON.parse(atob(facts)), user_id: ada.id }
    const forged = url.replace(facts, btoa(JSON.stringify(changed)).replaceAll('=', ''))
    expect(forged).toContain(signature)
    expect((await reply(forged, IN_CHANNEL)).status).toBe(404)
    for (const nothing of ['', '{}', { text: '' }, { text: ['x'] }])
      expect((await reply(url, nothing)).msg).toBe('The answer has no text, or cannot be read')
    succeeded(
      await ada.patch(`/streams/${general.stream_id}`, {
        can_send_message_group: { new: ADMINISTRATORS_GROUP },
      }),
    )
    expect((await reply(url, IN_CHANNEL)).msg).toBe('You do not have permission to post in this channel.')
    expect((await reply(url, { text: 'Only for you' })).status).toBe(200)
    succeeded(await ada.delete(`/users/${cleo.id}`))
    expect((await reply(url, { text: 'Only for you' })).status).toBe(404)
    succeeded(await ada.post(`/users/${cleo.id}/reactivate`))
    succeeded(await ada.delete(`/parley/commands/${id}`))
    expect((await reply(url, { text: 'Only for you' })).msg).toBe('No such command')
    expect(await newestMessages(cleo, 5, [['sender', hal.id]])).toHaveLength(1)
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
