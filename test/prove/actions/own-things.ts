import type { RequestGenerators } from '../request-generator'

const FIRST = [1, 2, 3]
const LATER = 4_000_000_000

/** Personal data: only the user's own clients receive events about it. */
export const ownThings: RequestGenerators = {
  'POST /drafts': [
    ({ pick }) => ({
      drafts: [{ type: 'stream', to: [1], topic: 'lunch', content: pick(['So', 'Well']), timestamp: 1_900_000_000 }],
    }),
  ],
  'PATCH /drafts/:draft_id': [
    ({ pick }) => ({
      draft_id: pick(FIRST),
      draft: { type: 'private', to: [pick([6, 7])], topic: '', content: 'Then', timestamp: 1_900_000_001 },
    }),
  ],
  'DELETE /drafts/:draft_id': [({ pick }) => ({ draft_id: pick(FIRST) })],
  'PATCH /saved_snippets/:saved_snippet_id': [({ pick }) => ({ saved_snippet_id: pick(FIRST), title: 'Often' })],
  'DELETE /saved_snippets/:saved_snippet_id': [({ pick }) => ({ saved_snippet_id: pick(FIRST) })],
  'POST /scheduled_messages': [
    ({ pick }) => ({
      type: 'channel',
      to: pick([1, 2, 4]),
      topic: 'lunch',
      content: 'In time',
      scheduled_delivery_timestamp: LATER,
    }),
  ],
  'PATCH /scheduled_messages/:scheduled_message_id': [
    ({ pick }) => ({ scheduled_message_id: pick(FIRST), content: 'In good time', scheduled_delivery_timestamp: LATER }),
  ],
  'DELETE /scheduled_messages/:scheduled_message_id': [({ pick }) => ({ scheduled_message_id: pick(FIRST) })],
  'POST /reminders': [
    ({ pick }) => ({
      message_id: pick([1, 2, 3, 4]),
      scheduled_delivery_timestamp: LATER,
      note: pick([undefined, 'x']),
    }),
  ],
  'DELETE /reminders/:reminder_id': [({ pick }) => ({ reminder_id: pick(FIRST) })],
  'POST /parley/automations': [
    ({ pick }) => ({
      name: 'Answers',
      trigger: { kind: 'message', stream_id: pick([1, 2]), words: [pick(['a', 'so'])] },
      actions: [{ kind: 'send', stream_id: null, topic: '', content: pick(['Seen: {text}', '{person}']) }],
    }),
  ],
  'PATCH /parley/automations/:automation_id': [
    ({ pick }) => ({ automation_id: pick(FIRST), is_enabled: pick([true, false]) }),
  ],
  'DELETE /parley/automations/:automation_id': [({ pick }) => ({ automation_id: pick(FIRST) })],
  'POST /navigation_views': [
    ({ pick }) => ({
      fragment: `narrow/topic/${pick(['lunch', 'dinner'])}`,
      is_pinned: true,
      name: pick(['Food', 'Lunch']),
    }),
  ],
  'PATCH /navigation_views/:fragment+': [
    ({ pick }) => ({ fragment: `narrow/topic/${pick(['lunch', 'dinner'])}`, is_pinned: false }),
  ],
  'DELETE /navigation_views/:fragment+': [({ pick }) => ({ fragment: `narrow/topic/${pick(['lunch', 'dinner'])}` })],
  'POST /users/me/status': [
    ({ pick }) => ({ status_text: pick(['out', '', 'in a meeting']), away: pick([undefined, true, false]) }),
  ],
  'PATCH /settings': [
    ({ pick }) =>
      pick<Record<string, boolean | number>>([
        { twenty_four_hour_time: pick([true, false]) },
        { enable_drafts_synchronization: pick([true, false]) },
        { email_address_visibility: pick([1, 2, 3, 4, 5]) },
        { presence_enabled: pick([true, false]) },
        { wildcard_mentions_notify: pick([true, false]) },
      ]),
  ],
}
