import { describe, expect, test } from 'vitest'
import { checkEvents } from './check'
import { freshRealm } from '../support/realm'
import { visit } from '../support/files'
import type { Json } from '../support/person'
import { eventsOfType } from '../support/received-events'
import { decodePhoneClass, eventGap } from './phone-app'

/** What the app sends with `POST /register`. */
const PHONE = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    include_deactivated_groups: true,
    empty_topic_name: true,
    individual_emoji_changes: true,
  },
}

const without = (object: Json, field: string): Json => {
  const { [field]: _, ...rest } = object
  return rest
}

describe('what the phone app of Zulip reads', () => {
  test('is the state of a user with each role, and the names of all emoji', async () => {
    const { ada, ben, cleo, dov, ezra, general } = await freshRealm()
    await dov.post('/users/me/presence', { status: 'idle', new_user_input: false, slim_presence: true })
    await dov.sends(general, 'lunch', '@**Ada** Pizza?')
    for (const person of [ada, ben, cleo, dov, ezra]) {
      const { state } = await person.registers(PHONE)
      expect(decodePhoneClass('InitialSnapshot', state)).toBeUndefined()
      expect(Object.keys(state.presences)).toContain(String(dov.id))
    }
    const { state } = await ada.registers(PHONE)
    const { stream } = state.server_supported_permission_settings
    expect(stream.can_administer_channel_group.default_group_name).toBe('channel_creator')
    const names = await visit(ada, new URL(state.server_emoji_data_url).pathname)
    expect(decodePhoneClass('ServerEmojiData', await names.json())).toBeUndefined()
  })

  test('is checked in each answer and event of a test: what the app refuses fails the test', async () => {
    const { ada, dov, general } = await freshRealm()
    await dov.post('/users/me/presence', { status: 'idle', new_user_input: false })
    const queue = await ada.registers(PHONE)
    const { id } = await dov.sends(general, 'lunch', 'Pizza?')
    await ada.patch(`/messages/${id}`, { topic: 'dinner' })
    const events = await queue.events()
    const [message] = eventsOfType(events, 'message')
    const [move] = eventsOfType(events, 'update_message')
    const { state } = queue
    const presence = { ...state.presences, [dov.id]: { idle_timestamp: 1 } }
    const refused: [Json, string][] = [
      [without(state, 'starred_messages'), 'InitialSnapshot.starred_messages is missing'],
      [{ ...state, realm_users: [{ ...state.realm_users[0], role: 'owner' }] }, 'User.role is no int: "owner"'],
      [{ ...state, user_settings: { ...state.user_settings, emojiset: null } }, 'UserSettings.emojiset is null'],
      [
        { ...state, presences: presence },
        `PerUserPresence.active_timestamp (of InitialSnapshot.presences, ${dov.id}) is missing`,
      ],
      [
        { ...state, realm_wildcard_mention_policy: 4 },
        'InitialSnapshot.realm_wildcard_mention_policy is none of 1, 2, 3, 5, 6, 7: 4',
      ],
    ]
    for (const [changed, problem] of refused) {
      const gap = decodePhoneClass('InitialSnapshot', changed)!
      expect(`${gap.class}.${gap.field} ${gap.problem}`).toBe(problem)
    }
    checkEvents(events)
    expect(() => checkEvents([without(message, 'flags')])).toThrow(/StreamMessage\.flags .*is checked in each answer/)
    expect(eventGap({ ...move, subject: move.orig_subject })?.problem).toBe('has a propagate_mode, but nothing moves')
    expect(eventGap({ ...message, message: { ...message.message, type: 'channel' } })?.field).toBe('type')
  })

  test('a move to the same channel is no move, so the app need not register again', async () => {
    const { ada, general } = await freshRealm()
    const queue = await ada.registers(PHONE)
    const { id } = await ada.sends(general, 'lunch', 'Pizza?')
    await ada.patch(`/messages/${id}`, { stream_id: general.stream_id, topic: 'dinner' })
    await ada.patch(`/messages/${id}`, { stream_id: general.stream_id })
    const { id: whole } = await ada.sends(general, 'tea', 'Green?')
    const same = { stream_id: general.stream_id, propagate_mode: 'change_all' }
    expect(await ada.patch(`/messages/${whole}`, same)).toMatchObject({ msg: 'Nothing to change' })
    await ada.patch(`/messages/${whole}`, { ...same, content: 'Black?' })
    const edits = eventsOfType(await queue.events(), 'update_message')
    expect(edits).toMatchObject([
      { subject: 'dinner', propagate_mode: 'change_one' },
      { rendered_content: '<p>Black?</p>', message_ids: [whole] },
    ])
    for (const edit of edits) expect(edit).not.toHaveProperty('new_stream_id')
    expect(edits[1]).not.toHaveProperty('propagate_mode')
  })
})
