import { describe, expect, test } from 'vitest'
import { runAlarmAfter } from '../support/alarms'
import { refusal, SUCCESS } from '../support/answers'
import {
  answering,
  automationsOf,
  DONE,
  nameOf,
  newAutomation,
  NO_SUCH,
  outcomesOf,
  withReceiver,
} from '../support/automations'
import { NOW } from '../support/event-subscriptions'
import { newGroup } from '../support/groups'
import { contentsInTopic } from '../support/messages'
import { succeeded, type Person } from '../support/person'
import { newChannel, type Channel } from '../support/realm'
import { send } from '../support/request'
import { countRows, selectRows } from '../support/tables'

const TIME = { kind: 'time', at: NOW + 60, every: 'once' }

describe('a trigger', () => {
  test('quotes no message that was moved meanwhile to where its maker cannot read it', async () => {
    const { ada, dov, general, run } = await withReceiver()
    const secret = await newChannel(ada, 'secret', [ada], { invite_only: true })
    const automation = await newAutomation(dov, {
      ...answering(general),
      actions: [{ kind: 'send', stream_id: general.stream_id, topic: 'leak', content: '{text}' }],
    })
    const { id } = await ada.sends(general, 'keys', 'help: under the mat')
    const quiet = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }
    succeeded(await ada.patch(`/messages/${id}`, { stream_id: secret.stream_id, ...quiet }))
    await run()
    expect(await outcomesOf(dov, automation)).toEqual([{ outcome: 'refused', step: 0, reason: 'Invalid message(s)' }])
    expect(await contentsInTopic(ada, general, 'leak')).toEqual([])
  })

  test('is a message of a person, whatever its program is called', async () => {
    const { dov, cleo, general, run } = await withReceiver()
    const automation = await newAutomation(dov, answering(general))
    await cleo.sends(general, 'keys', 'help', { client: 'Automation' })
    await cleo.request('/messages', {
      method: 'POST',
      body: new URLSearchParams({ type: 'channel', to: general.name, topic: 'keys', content: 'help again' }),
      headers: { 'user-agent': 'Automation/1' },
    })
    await run()
    expect(await outcomesOf(dov, automation)).toHaveLength(2)
  })

  test('can be a reaction, and the user who reacted gets into a group', async () => {
    const { dov, cleo, general, run } = await withReceiver()
    const group_id = await newGroup(dov, 'helpers')
    const automation = await newAutomation(dov, {
      name: 'Helpers',
      trigger: { kind: 'reaction', stream_id: general.stream_id, emoji_name: 'tada' },
      actions: [{ kind: 'add_to_group', group_id }],
    })
    const { id } = await dov.sends(general, 'doors', 'Who helps?')
    succeeded(await cleo.post(`/messages/${id}/reactions`, { emoji_name: 'heart' }))
    succeeded(await cleo.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    await run()
    expect(await outcomesOf(dov, automation)).toEqual([DONE(1)])
    expect(succeeded(await dov.get(`/user_groups/${group_id}/members`)).members).toContain(cleo.id)
  })

  test('can be a new member, who gets a topic and a direct message', async () => {
    const { realm, ada, general, run } = await withReceiver()
    const welcome = { kind: 'create_topic', stream_id: general.stream_id, topic: 'Welcome {person}', content: 'Hello!' }
    const automation = await newAutomation(ada, {
      name: 'Welcome',
      trigger: { kind: 'new_member' },
      actions: [welcome, welcome, { kind: 'write_to_person', content: 'Hello {person}' }],
    })
    const gus = await realm.newPerson('Gus')
    await run()
    expect(await outcomesOf(ada, automation)).toEqual([DONE(3)])
    expect(await contentsInTopic(ada, general, 'Welcome Gus')).toEqual(['Hello!'])
    expect(await contentsInTopic(ada, general, 'Welcome Gus (2)')).toEqual(['Hello!'])
    const messages = succeeded(
      await gus.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow: [['dm', [ada.id]]] }),
    )
    expect(messages.messages).toMatchObject([{ sender_id: ada.id, client: 'Automation' }])
  })

  test('can be a time, which is not repeated for the time that the realm slept', async () => {
    const { realm, dov, general } = await withReceiver()
    const automation = await newAutomation(dov, {
      name: 'Stand-up',
      trigger: { ...TIME, every: 'day' },
      actions: [{ kind: 'send', stream_id: general.stream_id, topic: 'stand-up', content: 'What is new?' }],
    })
    expect(automation.due_at).toBe(NOW + 60)
    await runAlarmAfter(realm, 59)
    expect(await outcomesOf(dov, automation)).toEqual([])
    await runAlarmAfter(realm, 1)
    await runAlarmAfter(realm, 3 * 24 * 3600)
    expect(await outcomesOf(dov, automation)).toEqual([DONE(1), DONE(1)])
    expect(await automationsOf(dov)).toMatchObject([{ due_at: NOW + 60 + 4 * 24 * 3600 }])
    expect(await contentsInTopic(dov, general, 'stand-up')).toHaveLength(2)
  })
})

describe('POST site:/automations/:token', () => {
  test('starts an automation by its address, and its text is only quoted', async () => {
    const { realm, dov, general, run } = await withReceiver()
    const automation = await newAutomation(dov, {
      name: 'Alerts',
      trigger: { kind: 'webhook' },
      actions: [{ kind: 'send', stream_id: general.stream_id, topic: 'alerts', content: 'Alert: {text}' }],
    })
    const { url } = succeeded(await dov.get(`/parley/automations/${automation.id}/secrets`))
    const post = (address: string, body: string) => send(new Request(address, { method: 'POST', body }))
    const answer = await post(url, JSON.stringify({ text: '@**all** disk full' }))
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }])
    expect((await post(url, 'plain')).status).toBe(200)
    for (const other of [`${url}x`, url.replace('/1-', '/2-'), url.slice(0, -1)])
      expect((await post(other, 'x')).status).toBe(404)
    await run()
    await run()
    expect(await contentsInTopic(dov, general, 'alerts')).toEqual([
      'Alert: \n```quote\n&#64;**all** disk full\n```'.trim(),
      'Alert: \n```quote\nplain\n```',
    ])
    expect(JSON.stringify(await outcomesOf(dov, automation))).not.toContain('disk')
    succeeded(await dov.patch(`/parley/automations/${automation.id}`, { is_enabled: false }))
    expect((await post(url, 'x')).status).toBe(404)
    expect(await countRows(realm, 'automation_runs')).toBe(2)
  })
})

describe('GET /parley/automations/:automation_id/secrets', () => {
  test('only the maker gets the address and the secret, which the realm does not store', async () => {
    const { realm, ada, dov, general } = await withReceiver()
    const { id } = await newAutomation(dov, answering(general))
    const path = `/parley/automations/${id}/secrets`
    expect(await ada.get(path)).toEqual(NO_SUCH)
    const secrets = succeeded(await dov.get(path))
    expect(secrets).toEqual({
      ...SUCCESS,
      url: expect.stringMatching(/\/automations\/1-[\w-]{43}$/),
      secret: expect.stringMatching(/^whsec_.{44}$/),
    })
    expect(JSON.stringify(await selectRows(realm, 'SELECT * FROM automations'))).not.toContain(secrets.secret)
    const other = await newAutomation(dov, answering(general))
    expect(succeeded(await dov.get(`/parley/automations/${other.id}/secrets`)).secret).not.toBe(secrets.secret)
  })
})

const BUG = { kind: 'form', title: 'Bug', fields: ['What', 'Where'] }
const REPORT = [{ kind: 'send', stream_id: null, topic: '', content: '{person}: {text}' }]

describe('GET /parley/automations/forms', () => {
  test('users get the forms of the channels that they can read', async () => {
    const { ada, dov, vault, general, ezra } = await withReceiver()
    const formIn = ({ stream_id }: Channel) => ({ name: 'Bugs', trigger: { ...BUG, stream_id }, actions: REPORT })
    const { id } = await newAutomation(dov, formIn(general))
    await newAutomation(ada, formIn(vault))
    await newAutomation(dov, answering(general))
    const { id: stopped } = await newAutomation(dov, formIn(general))
    succeeded(await dov.patch(`/parley/automations/${stopped}`, { is_enabled: false }))
    const { stream_id } = general
    const form = { id, user_id: dov.id, stream_id, title: 'Bug', fields: ['What', 'Where'] }
    const formsOf = async (person: Person) => succeeded(await person.get('/parley/automations/forms')).forms
    expect([await formsOf(dov), await formsOf(ezra)]).toEqual([[form], [form]])
    expect(await formsOf(ada)).toHaveLength(2)
  })
})

describe('POST /parley/automations/:automation_id/form', () => {
  test('readers of the channel fill in the form, also guests', async () => {
    const { ada, dov, ezra, vault, general, run } = await withReceiver()
    const formIn = ({ stream_id }: Channel) => ({ name: 'Bugs', trigger: { ...BUG, stream_id }, actions: REPORT })
    const { id } = await newAutomation(dov, formIn(general))
    const hidden = await newAutomation(ada, formIn(vault))
    await ada.subscribes(general, { principals: [ezra.id] })
    const fill = (form: number, answers: string[]) => ezra.post(`/parley/automations/${form}/form`, { answers })
    expect(await fill(id, ['Broken', 'Kitchen'])).toEqual(SUCCESS)
    expect(await fill(id, ['Broken'])).toEqual(refusal('The form has another number of fields'))
    expect(await fill(hidden.id, ['Broken', 'Kitchen'])).toEqual(NO_SUCH)
    await run()
    expect(await contentsInTopic(dov, general, 'Bug')).toEqual([
      `${nameOf(ezra)}: \n\`\`\`quote\nWhat: Broken\nWhere: Kitchen\n\`\`\``,
    ])
  })

  test('is refused when too many runs began in a minute', async () => {
    const { dov, cleo, general } = await withReceiver()
    const trigger = { ...BUG, stream_id: general.stream_id, fields: ['What'] }
    const { id } = await newAutomation(dov, { name: 'Bugs', trigger, actions: REPORT })
    const fill = () => cleo.post(`/parley/automations/${id}/form`, { answers: ['x'] })
    for (let count = 0; count < 10; count++) succeeded(await fill())
    expect(await fill()).toEqual(refusal('The automation runs too often. Try again in a minute.'))
  })
})
