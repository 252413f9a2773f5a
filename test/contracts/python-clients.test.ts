import { describe, expect, test } from 'vitest'
import { freshRealm } from '../support/realm'
import type { Json } from '../support/person'
import { eventsOfType } from '../support/received-events'
import { checkEvents } from './check'
import { TERMINAL_PARTS, decodeTerminalClass, pythonAnswerGap, pythonEventGap } from './python-clients'

/** What the terminal client sends with `POST /register`. */
const TERMINAL = {
  include_subscribers: true,
  client_gravatar: true,
  apply_markdown: true,
  fetch_event_types: TERMINAL_PARTS,
}

const without = (object: Json, field: string): Json => {
  const { [field]: _, ...rest } = object
  return rest
}

describe('what the terminal client and the Python package read', () => {
  test('is the state of a user with each role, with presences by address and with subscribers', async () => {
    const { ada, ben, cleo, dov, ezra, general } = await freshRealm()
    await dov.post('/users/me/presence', { status: 'active', new_user_input: true })
    await dov.sends(general, 'lunch', '@**Ada** Pizza?')
    await dov.sendsDirectly([ada], 'Tea?')
    await dov.sendsDirectly([ada, ben], 'Cake?')
    for (const person of [ada, ben, cleo, dov, ezra]) {
      const { state } = await person.registers(TERMINAL)
      expect(decodeTerminalClass('State', state)).toBeUndefined()
      expect(state.subscriptions.map(({ subscribers }: Json) => Array.isArray(subscribers))).not.toContain(false)
    }
    const { state } = await ada.registers(TERMINAL)
    expect(state.presences[dov.email].aggregated).toMatchObject({ status: 'active' })
    const refused: [Json, string][] = [
      [without(state, 'max_message_id'), 'State.max_message_id is missing'],
      [
        { ...state, muted_topics: [['general']] },
        'State.muted_topics has an element that is no muted topic: ["general"]',
      ],
      [{ ...state, presences: { x: { website: { status: 'idle' } } } }, 'PresenceEntry.timestamp is missing'],
      [
        { ...state, unread_msgs: without(state.unread_msgs, 'huddles') },
        'UnreadMessages.huddles is no array: undefined',
      ],
      [
        { ...state, subscriptions: [without(state.subscriptions[0], 'in_home_view')] },
        'Subscription.in_home_view is missing',
      ],
    ]
    for (const [changed, problem] of refused) {
      const gap = decodeTerminalClass('State', changed)!
      expect(`${gap.class}.${gap.field} ${gap.problem}`).toBe(problem.replace('is no array: undefined', 'is missing'))
    }
  })

  test('is checked in each answer and event of a test: what they refuse fails the test', async () => {
    const { ada, dov, general } = await freshRealm()
    const queue = await ada.registers(TERMINAL)
    const { id } = await dov.sends(general, 'lunch', 'Pizza?')
    await dov.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
    await dov.patch(`/messages/${id}`, { topic: 'dinner' })
    await ada.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    const events = await queue.events()
    checkEvents(events)
    const [reaction] = eventsOfType(events, 'reaction')
    const [flags] = eventsOfType(events, 'update_message_flags')
    const [move] = eventsOfType(events, 'update_message')
    expect(pythonEventGap(without(reaction, 'user'))).toMatchObject({ class: 'ReactionEvent', field: 'user' })
    expect(pythonEventGap(without(flags, 'all'))).toMatchObject({ field: 'all', problem: 'is missing' })
    expect(pythonEventGap({ ...move, propagate_mode: 'change_some' })).toMatchObject({ field: 'propagate_mode' })
    expect(pythonEventGap(without(move, 'orig_subject'))).toMatchObject({ field: 'subject' })
    expect(pythonEventGap({ id: '7', type: 'heartbeat' })).toMatchObject({ field: 'id' })
    expect(() => checkEvents([without(reaction, 'user')])).toThrow(/A Python program .*is checked in each answer/)
    const form = new URLSearchParams()
    expect(pythonAnswerGap('GET /get_stream_id', { result: 'success', msg: '' }, form)?.field).toBe('stream_id')
    expect(pythonAnswerGap('POST /register', { result: 'success', msg: '', queue_id: 'x' }, form)?.field).toBe(
      'last_event_id',
    )
  })
})
