import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { stopClock } from '../support/clock'
import { NOW } from '../support/event-subscriptions'
import { newestMessages } from '../support/messages'
import { succeeded } from '../support/person'
import { BLOCKS, button, controlsIn, reply, setAddress, withButtons } from '../support/presses'
import { replays } from '../support/replays'
import { send } from '../support/request'
import { ADMINISTRATORS_GROUP, NOBODY_GROUP } from '../support/system-groups'
import { selectRows } from '../support/tables'
import { postTo } from '../support/webhooks'

const DAY = 24 * 3600
const NO_SUCH_CONTROL = {
  result: 'error',
  code: 'NO_SUCH_CONTROL',
  msg: 'The message has no such button, menu or field. It may have changed.',
}
const failure = (why: string) => ({
  result: 'error',
  code: 'PRESS_FAILED',
  msg: `The program cannot be used now: ${why}.`,
  why,
})
const plain = (text: string) => ({ type: 'plain_text', text, emoji: true })

describe('PUT /parley/bots/:bot_id/press_address', () => {
  test('sets the address; only the first answer has the secret, and no other user sees either', async () => {
    const { ada, ben, cleo, ezra, dov, path, receiver, secret, realm } = await withButtons()
    expect(succeeded(await dov.get(path))).toEqual({ ...SUCCESS, url: receiver.url })
    expect(await setAddress(dov, path, `${receiver.url}/2`)).toEqual(SUCCESS)
    for (const stranger of [cleo, ezra]) {
      expect((await stranger.get(path)).result).toBe('error')
      expect((await setAddress(stranger, path, receiver.url)).result).toBe('error')
    }
    expect(succeeded(await ben.get(path)).url).toBe(`${receiver.url}/2`)
    for (const [url, msg] of [
      ['file:///etc', 'url is not a URL'],
      ['http://127.0.0.1/', 'url is an address that this server does not call'],
    ] as const)
      expect(await setAddress(dov, path, url)).toEqual(refusal(msg))
    const rows = await selectRows(realm, 'SELECT value FROM secrets')
    expect(rows).toHaveLength(1)
    expect(new TextDecoder('latin1').decode(new Uint8Array(rows[0]!.value as ArrayBuffer))).not.toContain(secret)
    const { entries } = succeeded(await ada.get('/parley/audit_log'))
    expect(JSON.stringify(entries).split('"presses"')).toHaveLength(3)
  })
})

describe('GET /parley/bots/:bot_id/press_address', () => {
  test('has no address before it is set', async () => {
    const { ada, fig } = await withButtons()
    expect(await ada.get(`/parley/bots/${fig.id}/press_address`)).toEqual({ ...SUCCESS, url: null })
    expect(await ada.post(`/parley/bots/${fig.id}/press_address/secret`)).toEqual(
      refusal('The bot has no address for presses'),
    )
  })
})

describe('POST /parley/bots/:bot_id/press_address/secret', () => {
  test('replaces the secret; the earlier one signs too for a day, unless it leaked', async () => {
    const { cleo, dov, path, press, realm, receiver, secret } = await withButtons()
    expect((await cleo.post(`${path}/secret`)).result).toBe('error')
    const { secret: second } = succeeded(await dov.post(`${path}/secret`))
    const isSignedWith = async (key: string) => {
      await receiver.set({ secret: key })
      succeeded(await press(cleo, 'approve'))
      const { isSigned, isStandard } = (await receiver.received()).at(-1)!
      return [isSigned, isStandard]
    }
    expect(await isSignedWith(second)).toEqual([true, true])
    expect(await isSignedWith(secret)).toEqual([false, true])
    await stopClock(realm, NOW + DAY)
    expect(await isSignedWith(secret)).toEqual([false, false])
    const { secret: third } = succeeded(await dov.post(`${path}/secret`, { has_leaked: true }))
    expect(await isSignedWith(second)).toEqual([false, false])
    expect(await isSignedWith(third)).toEqual([true, true])
  })
})

describe('DELETE /parley/bots/:bot_id/press_address', () => {
  test('ends presses, and deletes the secret; later buttons are named in the text', async () => {
    const { cleo, dov, path, press, receiver, urls, newest, realm } = await withButtons()
    expect((await cleo.delete(path)).result).toBe('error')
    expect(await press(cleo, 'approve')).toEqual(SUCCESS)
    expect(await dov.delete(path)).toEqual(SUCCESS)
    expect(await dov.delete(path)).toEqual(refusal('The bot has no address for presses'))
    expect(await press(cleo, 'approve')).toEqual(failure('it receives no presses any more'))
    expect(await receiver.received()).toHaveLength(1)
    expect(await selectRows(realm, 'SELECT name FROM secrets')).toEqual([])
    await postTo(urls.slack, { blocks: BLOCKS })
    expect(await newest(cleo)).toMatchObject({
      content: 'Deploy **v2**?\n\n*Only in Slack: Approve, Reject, Where, Reason*',
      submessages: [],
    })
  })
})

describe('POST /parley/messages/:message_id/presses', () => {
  test('a message has its controls, and a text for clients that do not know them', async () => {
    const { cleo, hal, newest } = await withButtons()
    const message = await newest(cleo)
    expect(message).toMatchObject({
      content: 'Deploy **v2**?\n\n*In the web client: Approve, Reject, Where, Reason*',
      submessages: [{ msg_type: 'parley_controls', sender_id: hal.id }],
    })
    expect(controlsIn(message)).toEqual([
      {
        block_id: 'decision',
        controls: [
          { action_id: 'approve', type: 'button', text: 'Approve', value: 'v2', style: 'primary' },
          { action_id: 'reject', type: 'button', text: 'Reject' },
          {
            action_id: 'where',
            placeholder: 'Where',
            type: 'static_select',
            options: [
              { text: 'A', value: 'a' },
              { text: 'B', value: 'b' },
            ],
          },
        ],
      },
      {
        block_id: 'why',
        label: 'Reason',
        is_field: true,
        controls: [{ action_id: 'reason', type: 'plain_text_input', max_length: 20 }],
      },
    ])
  })

  test('sends a signed form, as Slack does', async () => {
    const { cleo, general, hal, id, press, receiver, realm, payload } = await withButtons()
    const values = [
      { block_id: 'decision', action_id: 'where', values: ['b'] },
      { block_id: 'why', action_id: 'reason', values: ['tested'] },
    ]
    expect(await press(cleo, 'approve', values)).toEqual(SUCCESS)
    expect(await receiver.received()).toMatchObject([{ isSigned: true, isStandard: true }])
    const sent = await payload()
    const { name: realm_name } = realm
    const ts = `${NOW}.${String(id).padStart(6, '0')}`
    const channel = { id: `C${general.stream_id}`, name: 'general' }
    expect(sent).toEqual({
      type: 'block_actions',
      user: { id: `U${cleo.id}`, username: 'Cleo', name: 'Cleo', team_id: `T${realm_name}` },
      api_app_id: `A${hal.id}`,
      container: { type: 'message', message_ts: ts, channel_id: channel.id, is_ephemeral: false },
      trigger_id: expect.stringMatching(/^1900000000\.[\w-]{22}$/),
      team: { id: `T${realm_name}`, domain: expect.any(String) },
      enterprise: null,
      is_enterprise_install: false,
      channel,
      message: {
        type: 'message',
        subtype: 'bot_message',
        user: `U${hal.id}`,
        bot_id: `B${hal.id}`,
        username: 'Hal',
        text: 'Deploy **v2**?\n\n*In the web client: Approve, Reject, Where, Reason*',
        ts,
        team: `T${realm_name}`,
      },
      state: {
        values: {
          decision: { where: { type: 'static_select', selected_option: { text: plain('B'), value: 'b' } } },
          why: { reason: { type: 'plain_text_input', value: 'tested' } },
        },
      },
      response_url: expect.stringMatching(/\/actions\/[\w-]+\.[\w-]{43}$/),
      actions: [
        {
          action_id: 'approve',
          block_id: 'decision',
          type: 'button',
          action_ts: `${NOW}.000000`,
          text: plain('Approve'),
          value: 'v2',
        },
      ],
    })
    await press(cleo, 'where', [{ block_id: 'decision', action_id: 'where', values: ['a'] }])
    expect((await payload()).actions).toEqual([
      {
        action_id: 'where',
        block_id: 'decision',
        type: 'static_select',
        action_ts: `${NOW}.000000`,
        selected_option: { text: plain('A'), value: 'a' },
      },
    ])
    expect((await payload()).state.values.why).toEqual({ reason: { type: 'plain_text_input', value: null } })
  })

  test('users see the characters of a label, and the program receives them escaped, as from Slack', async () => {
    const blocks = [{ type: 'actions', block_id: 'decision', elements: [button('approve', 'Yes &amp; <now>')] }]
    const { cleo, newest, press, payload } = await withButtons({}, blocks)
    expect(controlsIn(await newest(cleo))).toMatchObject([{ controls: [{ text: 'Yes & <now>' }] }])
    await press(cleo, 'approve')
    expect((await payload()).actions).toMatchObject([{ text: plain('Yes &amp; &lt;now&gt;') }])
  })

  test('who can read the message may press; others learn nothing, and neither does the program', async () => {
    const { ada, cleo, ezra, dov, fig, hal, press, receiver, id } = await withButtons()
    expect(await press(cleo, 'approve')).toEqual(SUCCESS)
    // A guest who is subscribed can read it.
    expect(await press(ezra, 'approve')).toEqual(SUCCESS)
    expect((await press(fig, 'approve')).msg).toBe('This endpoint does not accept bot requests.')
    expect((await press(hal, 'approve')).result).toBe('error')
    const spectator = new Request(`${cleo.realm_url}/api/v1/parley/messages/${id}/presses`, {
      method: 'POST',
      body: new URLSearchParams({ block_id: 'decision', action_id: 'approve' }),
    })
    expect((await send(spectator)).status).toBe(401)
    expect(await receiver.received()).toHaveLength(2)
    succeeded(await ada.delete(`/bots/${hal.id}`))
    expect(await press(dov, 'approve')).toEqual(failure('it receives no presses any more'))
    expect(await receiver.received()).toHaveLength(2)
  })

  test('the program learns nothing of a message that its bot cannot read any more', async () => {
    const { ada, cleo, dov, hal, vault, press, receiver } = await withButtons()
    expect(await press(dov, 'approve')).toEqual(SUCCESS)
    const { id: message_id } = (await newestMessages(dov, 1, [['sender', hal.id]]))[0]!
    succeeded(await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'vault' }], principals: [dov.id] }))
    succeeded(await ada.patch(`/messages/${message_id}`, { stream_id: vault.stream_id, propagate_mode: 'change_one' }))
    expect(await press(dov, 'approve')).toEqual(failure('it cannot read this message'))
    // Cleo cannot read it any more either.
    expect(await press(cleo, 'approve')).toEqual(refusal('Invalid message(s)'))
    expect(await receiver.received()).toHaveLength(1)
  })

  test('refuses controls and values that the message does not have', async () => {
    const { cleo, general, press, receiver } = await withButtons()
    expect(await press(cleo, 'nothing')).toEqual(NO_SUCH_CONTROL)
    expect(await press(cleo, 'approve', [], 'why')).toEqual(NO_SUCH_CONTROL)
    const other = { block_id: 'decision', action_id: 'other', values: [] }
    expect(await press(cleo, 'approve', [other])).toEqual(NO_SUCH_CONTROL)
    for (const [block_id, action_id, value] of [
      ['decision', 'where', 'c'],
      ['why', 'reason', 'x'.repeat(21)],
    ] as const)
      expect((await press(cleo, 'approve', [{ block_id, action_id, values: [value] }])).msg).toBe(
        `The value of ${action_id} does not fit its button, menu or field`,
      )
    const { id: plainId } = await cleo.sends(general, 'releases', 'text')
    expect(
      await cleo.post(`/parley/messages/${plainId}/presses`, { block_id: 'decision', action_id: 'approve' }),
    ).toEqual(NO_SUCH_CONTROL)
    expect(await receiver.received()).toEqual([])
  })

  test('says why a press failed, and nothing of the answer', async () => {
    const { cleo, press, receiver, answers } = await withButtons()
    await receiver.set({ status: 500 })
    await answers('a secret')
    expect(await press(cleo, 'approve')).toEqual(failure('it answered with status 500'))
    await receiver.set({ status: 200 })
    // As in Slack, a text alone is no answer.
    for (const nothing of ['', 'ok', '{"ok":true}', '{"text":"not shown"}', '[]']) {
      await answers(nothing)
      expect(await press(cleo, 'approve')).toEqual(SUCCESS)
    }
    await answers({ response_type: 'ephemeral', text: ['x'] })
    expect(await press(cleo, 'approve')).toEqual(failure('its answer cannot be read'))
  })

  test('an answer for the user alone is in the response, and no message', async () => {
    const { cleo, dov, hal, id, press, answers } = await withButtons()
    await answers({
      response_type: 'ephemeral',
      text: '*Thanks*',
      blocks: [{ type: 'actions', elements: [button('x', 'X')] }],
    })
    expect((await press(cleo, 'approve')).answer.content).toBe('**Thanks**\n\n*Only in Slack: X*')
    await answers({ response_type: 'ephemeral', text: '*Thanks*' })
    expect(await press(cleo, 'approve')).toEqual({
      ...SUCCESS,
      answer: { bot_id: hal.id, content: '**Thanks**', rendered_content: '<p><strong>Thanks</strong></p>' },
    })
    expect((await newestMessages(dov, 5, [['sender', hal.id]])).map((message) => message.id)).toEqual([id])
  })

  test('an answer replaces the message and its controls, long after users could edit, and readers replay it', async () => {
    const { ada, cleo, dov, id, press, answers, newest, realm } = await withButtons()
    succeeded(await ada.patch('/realm', { allow_message_editing: false }))
    await stopClock(realm, NOW + 30 * DAY)
    await answers({
      replace_original: 'true',
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text: 'Approved by <@UC|Cleo>' } },
        { type: 'actions', block_id: 'after', elements: [button('undo', 'Undo')] },
      ],
    })
    const [events] = await replays([dov], () => press(cleo, 'approve'))
    expect(events!.map(({ type }) => type)).toEqual(expect.arrayContaining(['update_message', 'submessage']))
    const message = await newest(dov)
    expect(message).toMatchObject({ id, content: `Approved by @**Cleo|${cleo.id}**\n\n*In the web client: Undo*` })
    expect(message.submessages).toHaveLength(1)
    expect(controlsIn(message)).toEqual([
      { block_id: 'after', controls: [{ action_id: 'undo', type: 'button', text: 'Undo' }] },
    ])
    expect(await press(cleo, 'approve')).toEqual(NO_SUCH_CONTROL)
    await answers({ replace_original: true, text: 'Done' })
    expect(await press(cleo, 'undo', [], 'after')).toEqual(SUCCESS)
    expect(controlsIn(await newest(dov))).toEqual([])
    const { message_history } = succeeded(await dov.get(`/messages/${id}/history`))
    expect(message_history).toHaveLength(3)
  })

  test('an answer deletes the message, if the organization lets the bot', async () => {
    const { ada, cleo, press, answers, newest } = await withButtons()
    await answers({ delete_original: true })
    succeeded(await ada.patch('/realm', { can_delete_own_message_group: { new: NOBODY_GROUP } }))
    expect(await press(cleo, 'approve')).toEqual(failure("You don't have permission to delete this message"))
    succeeded(await ada.patch('/realm', { can_delete_own_message_group: { new: ADMINISTRATORS_GROUP } }))
    expect((await press(cleo, 'approve')).result).toBe('error')
    expect(await newest(cleo)).toBeDefined()
  })
})

describe('POST site:/actions/:token', () => {
  const IN_CHANNEL = { response_type: 'in_channel', text: 'Deployed' }

  async function withPress() {
    const cast = await withButtons()
    succeeded(await cast.press(cast.cleo, 'approve'))
    return { ...cast, url: String((await cast.payload()).response_url) }
  }

  test('posts in the topic, tells the user, replaces and deletes', async () => {
    const { cleo, dov, hal, url, newest } = await withPress()
    expect(await reply(url, IN_CHANNEL)).toEqual({ status: 200, ok: true })
    expect(await newest(dov)).toMatchObject({ subject: 'releases', content: 'Deployed' })
    expect(await reply(url, { text: 'Only for you' })).toEqual({ status: 200, ok: true })
    expect((await newestMessages(cleo, 1, [['sender', hal.id]])).at(-1)).toMatchObject({
      type: 'private',
      content: 'Only for you',
    })
    expect(await newest(dov)).toMatchObject({ content: 'Deployed' })
    expect(await reply(url, { replace_original: true, text: 'Approved' })).toEqual({ status: 200, ok: true })
    const contents = async () => (await newestMessages(dov, 5, [['sender', hal.id]])).map(({ content }) => content)
    expect(await contents()).toEqual(['Approved', 'Deployed'])
    expect(await reply(url, { delete_original: true })).toEqual({ status: 200, ok: true })
    expect(await contents()).toEqual(['Deployed'])
    expect(await reply(url, { text: 'x' })).toMatchObject({ status: 400, msg: 'Invalid message(s)' })
  })

  test('a program answers at most five times, in half an hour', async () => {
    const { realm, url } = await withPress()
    await stopClock(realm, NOW + 1799)
    for (let count = 1; count <= 5; count++) expect((await reply(url, IN_CHANNEL)).status).toBe(200)
    expect(await reply(url, IN_CHANNEL)).toMatchObject({ status: 400, msg: 'A press has at most 5 late answers' })
    await stopClock(realm, NOW + 1800)
    expect(await reply(url, IN_CHANNEL)).toMatchObject({ status: 400, msg: 'The time to answer this press has passed' })
  })

  test('is refused with a changed address, without text, and after the rights have ended', async () => {
    const { ada, cleo, general, hal, url, newest } = await withPress()
    const [facts = '', signature = ''] = url.split('/').at(-1)!.split('.')
    const changed = { ...JSON.parse(atob(facts.replaceAll('-', '+').replaceAll('_', '/'))), user_id: ada.id }
    const forged = btoa(JSON.stringify(changed)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    expect((await reply(url.replace(facts, forged), IN_CHANNEL)).status).toBe(404)
    // An address of a press is none of a command.
    expect((await reply(url.replace('/actions/', '/commands/'), IN_CHANNEL)).status).toBe(404)
    expect(signature).toHaveLength(43)
    for (const nothing of ['', 'text', '{}', { text: '' }, { text: ['x'] }])
      expect((await reply(url, nothing)).msg).toBe('The answer has no text, or cannot be read')
    succeeded(
      await ada.patch(`/streams/${general.stream_id}`, { can_send_message_group: { new: ADMINISTRATORS_GROUP } }),
    )
    expect((await reply(url, IN_CHANNEL)).msg).toBe('You do not have permission to post in this channel.')
    expect((await reply(url, { replace_original: true, text: 'Approved' })).status).toBe(200)
    succeeded(await ada.delete(`/users/${cleo.id}`))
    expect((await reply(url, { replace_original: true, text: 'Late' })).status).toBe(404)
    succeeded(await ada.post(`/users/${cleo.id}/reactivate`))
    succeeded(await ada.delete(`/bots/${hal.id}`))
    expect((await reply(url, { replace_original: true, text: 'Late' })).code).toBe('PRESS_FAILED')
    expect((await newest(ada))?.content).toBe('Approved')
  })
})

describe('POST /submessage', () => {
  test('only the server writes controls, and no user adds to a message with some', async () => {
    const { cleo, dov, general, id } = await withButtons()
    const { id: own } = await dov.sends(general, 'releases', 'text')
    const rows = [{ block_id: 'b', controls: [{ type: 'button', action_id: 'a', text: 'A' }] }]
    const content = JSON.stringify({ widget_type: 'parley_controls', rows })
    const refused = refusal('You cannot attach a submessage to this message.')
    const add = (message_id: number, msg_type: string) => dov.post('/submessage', { message_id, msg_type, content })
    expect(await add(own, 'parley_controls')).toEqual(refused)
    expect(await add(own, 'widget')).toEqual(refused)
    expect(await add(id, 'widget')).toEqual(refused)
    expect(await cleo.post('/submessage', { message_id: id, msg_type: 'parley_controls', content })).toEqual(refused)
  })
})
