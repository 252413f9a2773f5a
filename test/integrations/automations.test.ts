import { describe, expect, test } from 'vitest'
import { runAlarm, runAlarmAfter } from '../support/alarms'
import { NO_PERMISSION, OWNERS_ONLY, refusal, SUCCESS } from '../support/answers'
import {
  answering,
  automationsOf,
  createAutomation,
  DONE,
  nameOf,
  newAutomation,
  NO_SUCH,
  outcomesOf,
  withReceiver,
} from '../support/automations'
import { stopClock } from '../support/clock'
import { NOW } from '../support/event-subscriptions'
import { crash } from '../support/faults'
import { newGroup } from '../support/groups'
import { contentsInTopic } from '../support/messages'
import { freshRealm, newBot, newChannel } from '../support/realm'
import { succeeded, type Json } from '../support/person'
import { receivedBy } from '../support/received-events'
import { replays } from '../support/replays'
import { countRows, executeSql, selectRows } from '../support/tables'

const TIME = { kind: 'time', at: NOW + 60, every: 'once' }
const NOTE = [{ kind: 'remind', minutes: 5, note: 'Look' }]

describe('POST /parley/automations', () => {
  test('creates an automation in the state of its maker, and it answers a message once', async () => {
    const { realm, ben, cleo, dov, general, run } = await withReceiver()
    const requested = answering(general)
    const automation = await newAutomation(dov, requested)
    const { name, trigger, actions } = requested
    expect(automation).toEqual({
      id: 1,
      user_id: dov.id,
      name,
      trigger,
      actions,
      is_enabled: true,
      due_at: null,
      created_at: NOW,
    })
    expect((await dov.registers()).state.parley_automations).toEqual([automation])
    expect((await ben.registers()).state.parley_automations).toEqual([])

    await cleo.sends(general, 'lunch', 'Nothing for it')
    await cleo.sends(general, 'doors', 'I need HELP')
    await run()
    await run()
    expect(await contentsInTopic(cleo, general, 'doors')).toEqual(['I need HELP', `Ask ${nameOf(cleo)} again`])
    expect(await outcomesOf(dov, automation)).toEqual([DONE(1)])
    expect(await countRows(realm, 'automation_runs')).toBe(1)
  })

  test('events and state agree when automations change, run and stop', async () => {
    const { ada, dov, general, run, realm } = await withReceiver()
    await replays([ada, dov], async () => {
      const automation = await newAutomation(dov, answering(general))
      const timed = await newAutomation(dov, { name: 'Daily', trigger: { ...TIME, every: 'day' }, actions: NOTE })
      await dov.sends(general, 'doors', 'help')
      await run()
      await runAlarmAfter(realm, 61)
      succeeded(await dov.patch(`/parley/automations/${automation.id}`, { name: 'Others' }))
      succeeded(await ada.patch(`/parley/automations/${timed.id}`, { is_enabled: false }))
    })
    const [events, others] = await receivedBy([dov, ada], () => newAutomation(dov, answering(general)))
    expect(events!.plain.map(({ type }) => type)).toEqual(['parley_automations'])
    expect(others!.plain).toEqual([])
  })

  test('refuses guests, users without the permission, names, times, channels and addresses', async () => {
    const { ada, dov, ezra, general, vault } = await withReceiver()
    const requested = answering(general)
    expect(await createAutomation(ezra, requested)).toEqual(refusal('Not allowed for guest users'))
    expect(await createAutomation(dov, { ...requested, name: '  ' })).toEqual(refusal('A name has 1 to 60 characters'))
    expect(await createAutomation(dov, { ...requested, trigger: { ...TIME, at: NOW } })).toEqual(
      refusal('The time of the automation has passed'),
    )
    expect((await createAutomation(dov, answering(vault))).code).toBe('STREAM_DOES_NOT_EXIST')
    expect((await createAutomation(ada, answering(vault))).result).toBe('success')
    const urls = {
      'http://127.0.0.1/': 'This server does not call one of the addresses',
      'https://169.254.169.254/': 'This server does not call one of the addresses',
      'file:///etc/passwd': 'An address is not a URL',
    }
    for (const [url, msg] of Object.entries(urls))
      expect(await createAutomation(dov, { ...requested, actions: [{ kind: 'call', url }] })).toEqual(refusal(msg))
    for (const actions of [[], Array.from({ length: 6 }, () => NOTE[0]!), [{ kind: 'erase' }]])
      expect((await createAutomation(dov, { ...requested, actions })).result).toBe('error')
    succeeded(await ada.patch('/realm', { parley_can_create_automations_group: { new: 2 } }))
    expect(await createAutomation(dov, requested)).toEqual(NO_PERMISSION)
  })

  test('a user has at most twenty', async () => {
    const { dov, general } = await withReceiver()
    for (let count = 0; count < 20; count++) await newAutomation(dov, answering(general))
    expect(await createAutomation(dov, answering(general))).toEqual(
      refusal('A user has at most 20 automations, and an organization 100'),
    )
  })
})

describe('a run', () => {
  test('is started by no message of an automation or a bot, so none answer each other', async () => {
    const { ada, dov, general, run } = await withReceiver()
    const first = await newAutomation(dov, answering(general, 'help, said {person}'))
    const second = await newAutomation(ada, answering(general, 'help again'))
    const bot = await newBot(ada, 'hal')
    await bot.sends(general, 'doors', 'help')
    await run()
    expect(await outcomesOf(dov, first)).toEqual([])
    await dov.sends(general, 'doors', 'help')
    for (let count = 0; count < 3; count++) await run()
    expect(await outcomesOf(dov, first)).toEqual([DONE(1)])
    expect(await outcomesOf(ada, second)).toEqual([DONE(1)])
    expect(await contentsInTopic(dov, general, 'doors')).toHaveLength(4)
  })

  test('is refused, and stops the automation, when its maker cannot read the channel any more', async () => {
    const { ada, dov, general, run } = await withReceiver()
    const secret = await newChannel(ada, 'secret', [ada, dov], { invite_only: true })
    const automation = await newAutomation(dov, {
      ...answering(secret),
      actions: [{ kind: 'send', stream_id: general.stream_id, topic: 'leak', content: '{text}' }],
    })
    await ada.sends(secret, 'keys', 'help: under the mat')
    await run()
    expect(await contentsInTopic(ada, general, 'leak')).toEqual(['```quote\nhelp: under the mat\n```'])
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['secret'], principals: [dov.id] }))
    await ada.sends(secret, 'keys', 'help: behind the door')
    await run()
    expect(await outcomesOf(dov, automation)).toEqual([
      { outcome: 'refused', step: 0, reason: `Channel with ID '${secret.stream_id}' does not exist` },
      DONE(1),
    ])
    expect(await contentsInTopic(ada, general, 'leak')).toHaveLength(1)
    expect(await automationsOf(dov)).toMatchObject([{ is_enabled: false }])
  })

  test('is refused when its maker was deactivated, lost the permission, or may not post', async () => {
    const { ada, ben, cleo, dov, general, run } = await withReceiver()
    const [ofDov, ofCleo, ofBen] = [
      await newAutomation(dov, answering(general)),
      await newAutomation(cleo, answering(general)),
      await newAutomation(ben, answering(general)),
    ]
    await ada.sends(general, 'doors', 'help')
    succeeded(await ada.delete(`/users/${dov.id}`))
    succeeded(
      await ada.patch('/realm', {
        parley_can_create_automations_group: { new: { direct_members: [ada.id, ben.id], direct_subgroups: [] } },
      }),
    )
    succeeded(
      await ada.patch(`/streams/${general.stream_id}`, {
        can_send_message_group: { new: { direct_members: [ada.id], direct_subgroups: [] } },
      }),
    )
    await run()
    const reasons = await Promise.all(
      [ofDov, ofCleo, ofBen].map(async (automation) => (await outcomesOf(ada, automation))[0]),
    )
    expect(reasons).toEqual([
      { outcome: 'refused', step: 0, reason: 'The maker of the automation is deactivated' },
      { outcome: 'refused', step: 0, reason: 'Insufficient permission' },
      { outcome: 'refused', step: 0, reason: 'You do not have permission to post in this channel.' },
    ])
    expect(await contentsInTopic(ada, general, 'doors')).toEqual(['help'])
    const { automations } = succeeded(await ada.get('/parley/automations', { of_all: true }))
    expect(automations.map(({ is_enabled }: Json) => is_enabled)).toEqual([false, false, true])
  })

  test('mentions no one by the text of others', async () => {
    const { ada, dov, cleo, general, run } = await withReceiver()
    await newAutomation(ada, answering(general, 'Seen: {text}'))
    const queue = await dov.registers({ event_types: ['message'] })
    await cleo.sends(general, 'doors', 'help, @_**Dov**')
    await run()
    const events = await queue.events()
    expect(events.map(({ flags }) => flags)).toEqual([[], []])
  })

  test('begins at most ten times a minute, and one row says that others were skipped', async () => {
    const { realm, dov, cleo, general, run } = await withReceiver()
    const automation = await newAutomation(dov, answering(general))
    for (let count = 0; count < 13; count++) await cleo.sends(general, 'doors', 'help')
    for (let count = 0; count < 11; count++) await run()
    const outcomes = (await outcomesOf(dov, automation)).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['skipped', ...Array.from({ length: 10 }, () => 'done')])
    await runAlarmAfter(realm, 61)
    await cleo.sends(general, 'doors', 'help')
    await run()
    expect((await outcomesOf(dov, automation))[0]).toEqual(DONE(1))
  })

  test('ends when the account of its maker was erased meanwhile', async () => {
    const { realm, ada, dov, general, run } = await withReceiver()
    await newAutomation(ada, answering(general, 'Seen'))
    const erased = await newAutomation(dov, answering(general))
    await dov.sends(general, 'doors', 'help')
    await executeSql(realm, 'DELETE FROM automations WHERE id = ?', erased.id)
    await stopClock(realm, NOW)
    await run()
    expect(await selectRows(realm, 'SELECT outcome FROM automation_runs ORDER BY id')).toEqual([
      { outcome: 'done' },
      { outcome: 'stopped' },
    ])
  })

  test('happens once, even if the object stops in between', async () => {
    const { realm, dov, cleo, general } = await freshRealm()
    const automation = await newAutomation(dov, {
      ...answering(general),
      actions: [answering(general).actions[0]!, ...NOTE],
    })
    await cleo.sends(general, 'doors', 'help')
    await crash(realm)
    await runAlarm(realm)
    await crash(realm)
    await runAlarm(realm)
    expect(await contentsInTopic(cleo, general, 'doors')).toHaveLength(2)
    expect(await outcomesOf(dov, automation)).toEqual([DONE(2)])
    expect(succeeded(await dov.get('/reminders')).reminders).toHaveLength(1)
  })
})

describe('a call', () => {
  const calling = (url: string) => ({ kind: 'call', url })

  test('is signed, and its next action follows when the address has answered', async () => {
    const { dov, cleo, general, receiver, run } = await withReceiver()
    const automation = await newAutomation(dov, {
      ...answering(general),
      actions: [calling(receiver.url), ...answering(general).actions],
    })
    await receiver.set(succeeded(await dov.get(`/parley/automations/${automation.id}/secrets`)))
    const { id } = await cleo.sends(general, 'doors', 'help!')
    await run()
    expect(await receiver.received()).toMatchObject([
      {
        isSigned: true,
        body: {
          type: 'automation',
          data: {
            automation_id: automation.id,
            trigger: 'message',
            user_id: cleo.id,
            message_id: id,
            stream_id: general.stream_id,
            topic: 'doors',
            text: 'help!',
          },
        },
      },
    ])
    expect(await outcomesOf(dov, automation)).toEqual([DONE(2)])
    expect(await contentsInTopic(cleo, general, 'doors')).toHaveLength(2)
  })

  test('is repeated after 5 and 30 seconds under the same id, and then the run has failed', async () => {
    const { realm, dov, cleo, general, receiver, run } = await withReceiver()
    const automation = await newAutomation(dov, {
      ...answering(general),
      actions: [calling(receiver.url), ...answering(general).actions],
    })
    await receiver.set({ status: 503 })
    await cleo.sends(general, 'doors', 'help!')
    await run()
    expect(await outcomesOf(dov, automation)).toEqual([{ outcome: 'waiting', step: 0, reason: null }])
    await runAlarmAfter(realm, 5)
    await runAlarmAfter(realm, 30)
    await runAlarmAfter(realm, 60)
    const received = await receiver.received()
    expect(received).toHaveLength(3)
    expect(new Set(received.map(({ id }) => id)).size).toBe(1)
    expect(await outcomesOf(dov, automation)).toEqual([
      { outcome: 'failed', step: 0, reason: 'it answered with status 503' },
    ])
    expect(await contentsInTopic(cleo, general, 'doors')).toEqual(['help!'])
  })
})

describe('POST /parley/automations/try', () => {
  test('says what would happen, and does nothing', async () => {
    const { ada, dov, ezra, general, attic, vault, receiver, realm } = await withReceiver()
    const group_id = await newGroup(ada, 'closed')
    const actions = [
      { kind: 'send', stream_id: null, topic: 'answers', content: 'Ask {person}' },
      ...NOTE,
      { kind: 'call', url: receiver.url },
      { kind: 'create_topic', stream_id: general.stream_id, topic: 'About {person}', content: 'x' },
    ]
    const tries = (more: object[], text = 'help') =>
      dov.post('/parley/automations/try', { ...answering(general), actions: [...actions, ...more].slice(-5), text })
    const before = await Promise.all(['message_index', 'automations', 'reminders'].map((t) => countRows(realm, t)))
    const [events] = await receivedBy([dov], async () =>
      expect(succeeded(await tries([]))).toEqual({
        ...SUCCESS,
        starts: true,
        steps: [
          { kind: 'send', topic: 'answers', text: `Ask ${nameOf(dov)}`, refusal: null },
          { kind: 'remind', topic: null, text: 'Look', refusal: null },
          { kind: 'call', topic: null, text: receiver.url, refusal: null },
          { kind: 'create_topic', topic: 'About Dov', text: 'x', refusal: null },
        ],
      }),
    )
    expect(events!.plain).toEqual([])
    expect((await tries([], 'nothing')).starts).toBe(false)
    const refused = async (action: object) => (await tries([action])).steps.at(-1).refusal
    expect(await refused({ kind: 'add_to_group', group_id })).toBe('Insufficient permission')
    for (const { stream_id } of [attic, vault])
      expect(await refused({ kind: 'send', stream_id, topic: 'x', content: 'x' })).toBeTruthy()
    expect(await receiver.received()).toEqual([])
    expect(await Promise.all(['message_index', 'automations', 'reminders'].map((t) => countRows(realm, t)))).toEqual(
      before,
    )
    expect((await ezra.post('/parley/automations/try', { ...answering(general) })).result).toBe('error')
  })
})

describe('PATCH /parley/automations/:automation_id', () => {
  test('owners stop those of others, and change nothing else; no other user finds them', async () => {
    const { ada, ben, cleo, dov, general, run } = await withReceiver()
    const automation = await newAutomation(dov, answering(general))
    const path = `/parley/automations/${automation.id}`
    expect(await ben.patch(path, { is_enabled: false })).toEqual(NO_SUCH)
    const onlyStops = refusal('Owners can only stop and delete the automations of others')
    for (const changes of [{ name: 'Mine' }, { is_enabled: true }, { is_enabled: false, actions: NOTE }])
      expect(await ada.patch(path, changes)).toEqual(onlyStops)
    await cleo.sends(general, 'doors', 'help')
    expect(await ada.patch(path, { is_enabled: false })).toEqual(SUCCESS)
    await run()
    expect(await outcomesOf(ada, automation)).toEqual([{ outcome: 'stopped', step: 0, reason: null }])
    await cleo.sends(general, 'doors', 'help')
    await run()
    expect(await outcomesOf(ada, automation)).toHaveLength(1)
    succeeded(await dov.patch(path, { is_enabled: true }))
    expect(await automationsOf(dov)).toMatchObject([{ is_enabled: true }])
  })
})

describe('POST /parley/automations/stop', () => {
  test('an owner stops all, and the audit log has it', async () => {
    const { ada, ben, dov, general } = await withReceiver()
    const [first, second] = [await newAutomation(dov, answering(general)), await newAutomation(ben, answering(general))]
    expect(await ben.post('/parley/automations/stop')).toEqual(OWNERS_ONLY)
    await replays([ben, dov], () => ada.post('/parley/automations/stop'))
    const { automations } = succeeded(await ada.get('/parley/automations', { of_all: true }))
    expect(automations.map(({ is_enabled }: Json) => is_enabled)).toEqual([false, false])
    const { entries } = succeeded(await ada.get('/parley/audit_log', { kind: 'automations_stopped' }))
    expect(entries).toMatchObject([{ actor_id: ada.id, details: { automations: [first.id, second.id] } }])
  })
})

describe('GET /parley/automations', () => {
  test('users get their own, and owners can get all', async () => {
    const { ada, ben, dov, general } = await withReceiver()
    const automation = await newAutomation(dov, answering(general))
    expect(await automationsOf(dov)).toEqual([automation])
    expect(await automationsOf(ben)).toEqual([])
    expect(await ben.get('/parley/automations', { of_all: true })).toEqual(OWNERS_ONLY)
    expect(succeeded(await ada.get('/parley/automations', { of_all: true })).automations).toEqual([automation])
  })
})

describe('GET /parley/automations/:automation_id/runs', () => {
  test('the maker and owners get the last runs, and no other user', async () => {
    const { ada, ben, cleo, dov, general, run } = await withReceiver()
    const { id: automation_id } = await newAutomation(dov, answering(general))
    const { id } = await cleo.sends(general, 'doors', 'help')
    await run()
    const path = `/parley/automations/${automation_id}/runs`
    const facts = { id: 1, created_at: NOW, person_id: cleo.id, message_id: id, outcome: 'done', step: 1, reason: null }
    for (const person of [dov, ada]) expect(await person.get(path)).toEqual({ ...SUCCESS, runs: [facts] })
    expect(await ben.get(path)).toEqual(NO_SUCH)
  })
})

describe('DELETE /parley/automations/:automation_id', () => {
  test('the maker and owners delete an automation with its runs, and no other user', async () => {
    const { realm, ada, ben, dov, general } = await withReceiver()
    for (const person of [dov, ada]) {
      const path = `/parley/automations/${(await newAutomation(dov, answering(general))).id}`
      await dov.sends(general, 'doors', 'help')
      expect(await ben.delete(path)).toEqual(NO_SUCH)
      await replays([dov], () => person.delete(path))
      expect(await person.delete(path)).toEqual(NO_SUCH)
    }
    expect([await countRows(realm, 'automations'), await countRows(realm, 'automation_runs')]).toEqual([0, 0])
  })
})
