import { succeeded, type Json, type Person } from '../../support/person'
import { newChannel, type Channel } from '../../support/realm'
import type { Cases } from '../case'
import type { World } from '../world'
import { newPerson } from './accounts'

const CONTENT = 'Many words, :tada: and *more*, and a [link](https://example.com) to read. '
  .repeat(140)
  .slice(0, 10_000)
const alertWords = (count: number) => Array.from({ length: count }, (_, index) => `${index}`.padEnd(100, 'x'))
const later = { scheduled_delivery_timestamp: 4_000_000_000 }

/** The content of a message with a wildcard mention and as much Markdown as possible. */
const LONG_CONTENT = `@**all** ${CONTENT}`.slice(0, 10_000)

async function sent({ cast }: World, content = 'Pizza?'): Promise<number> {
  return (await cast.ada.sends(cast.general, 'dinner', content)).id
}

const draft = (world: World, index: number) => ({
  type: 'private',
  to: world.crowd.slice(0, 500),
  topic: '',
  content: `${index} ${CONTENT}`.slice(0, index === 0 ? 10_000 : 3000),
  timestamp: 1,
})

const scheduled = (world: World) => ({
  type: 'direct',
  to: world.crowd.slice(0, 500),
  content: CONTENT,
  topic: undefined,
  read_by_sender: true,
  ...later,
})

let publicChannels = 0

async function publicChannel({ cast: { ada } }: World, subscriber: Person): Promise<Channel> {
  succeeded(await ada.patch('/realm', { enable_spectator_access: true }))
  return newChannel(ada, `harbour ${++publicChannels}`, [subscriber], { is_web_public: true })
}

const idOf = async (answer: Promise<Json>, name: string): Promise<number> => succeeded(await answer)[name]

export const messageCases: Cases = {
  'GET site:/public': async (world) => {
    await publicChannel(world, world.cast.ada)
    return { sender: 'no account' }
  },
  'GET site:/public/:stream_id': async (world) => {
    // No other user receives the messages, so they are unread for no user of another case.
    const person = await newPerson(world)
    const channel = await publicChannel(world, person)
    for (let index = 0; index < 50; index++) await person.sends(channel, 'boats', CONTENT)
    return { sender: 'no account', fields: { stream_id: channel.stream_id, topic: 'boats', before: undefined } }
  },
  'POST /messages': ({ square }) => ({
    fields: {
      type: 'channel',
      to: square.stream_id,
      topic: 'x'.repeat(1000),
      content: LONG_CONTENT,
      widget_content: undefined,
      parley_client_id: 'a'.repeat(32),
    },
  }),
  'PATCH /messages/:message_id': async (world) => ({
    fields: {
      message_id: await sent(world),
      content: CONTENT,
      topic: 'x'.repeat(60),
      stream_id: undefined,
      prev_content_sha256: undefined,
      propagate_mode: 'change_one',
    },
  }),
  'DELETE /messages/:message_id': async (world) => ({ fields: { message_id: await sent(world) } }),
  'POST /streams/:stream_id/delete_topic': async ({ cast, topic }) => ({
    fields: { stream_id: cast.general.stream_id, topic_name: topic },
  }),
  'POST /messages/render': () => ({ fields: { content: CONTENT } }),
  'GET /messages': () => ({
    // The newest messages have bodies.
    fields: { message_ids: undefined, anchor_date: undefined, use_first_unread_anchor: undefined },
  }),
  'POST /parley/replica/messages': () => ({ fields: { before: undefined } }),
  'POST /parley/replica/digests': () => ({ fields: { from: 0, to: 131_071, digest: 0 } }),
  'POST /parley/replica/versions': () => ({ fields: { blocks: [480, 481, 482, 483, 484, 485, 486, 487] } }),
  'GET /parley/search': () => ({
    fields: { narrow: [['search', '"here written"']], before: 10_000_000, sent_from: 0, sent_before: 4_000_000_000 },
  }),
  'GET /messages/matches_narrow': () => ({ fields: { narrow: [['channel', 'general']] } }),
  'POST /messages/flags': ({ cast }) => ({ sender: cast.dov, fields: { op: 'add', flag: 'read' } }),
  'POST /messages/flags/narrow': ({ cast }) => ({
    sender: cast.dov,
    fields: { anchor: 'newest', op: 'add', flag: 'starred', num_before: 2500, num_after: 2500, narrow: [] },
  }),
  'POST /mark_all_as_read': async ({ cast }) => ({ sender: cast.ezra }),
  'POST /submessage': async (world) => {
    const message_id = await sent(world, '/poll Pizza?')
    return {
      fields: {
        message_id,
        msg_type: 'widget',
        content: JSON.stringify({ type: 'new_option', idx: 1, option: 'x'.repeat(9900) }),
      },
    }
  },
  'POST /typing': ({ crowd }, maximumOf) => ({
    fields: {
      type: 'direct',
      op: 'start',
      to: crowd.slice(0, maximumOf('to')),
      topic: undefined,
      stream_id: undefined,
    },
  }),
  'POST /messages/:message_id/typing': async (world) => ({ fields: { message_id: await sent(world), op: 'start' } }),
  'POST /messages/:message_id/reactions': async (world) => ({
    fields: { message_id: await sent(world), emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' },
  }),
  'DELETE /messages/:message_id/reactions': async (world) => {
    const message_id = await sent(world)
    succeeded(await world.cast.ada.post(`/messages/${message_id}/reactions`, { emoji_name: 'tada' }))
    return { fields: { message_id, emoji_name: 'tada', emoji_code: undefined, reaction_type: undefined } }
  },
  'POST /messages/:message_id/report': async (world) => {
    const { ada, vault } = world.cast
    succeeded(await ada.patch('/realm', { moderation_request_channel_id: vault.stream_id }))
    return { sender: world.cast.dov, fields: { message_id: await sent(world, CONTENT), report_type: 'other' } }
  },
  'GET /messages/:message_id/history': async (world) => {
    const message_id = await sent(world)
    for (let index = 0; index < 3; index++)
      succeeded(await world.cast.ada.patch(`/messages/${message_id}`, { content: `${index} ${CONTENT}` }))
    return { fields: { message_id } }
  },
  // All subscribers have read it.
  'GET /messages/:message_id/read_receipts': async ({ cast, square }) => ({
    fields: { message_id: (await cast.ada.sends(square, 'lunch', 'Pizza?')).id },
  }),

  'POST /drafts': (world, maximumOf) => ({
    fields: { drafts: Array.from({ length: maximumOf('drafts') }, (_, index) => draft(world, index)) },
  }),
  'PATCH /drafts/:draft_id': async (world) => {
    const [draft_id] = succeeded(await world.cast.ada.post('/drafts', { drafts: [draft(world, 0)] })).ids
    return { fields: { draft_id, draft: draft(world, 0) } }
  },
  'DELETE /drafts/:draft_id': async (world) => {
    const [draft_id] = succeeded(await world.cast.ada.post('/drafts', { drafts: [draft(world, 0)] })).ids
    return { fields: { draft_id } }
  },
  'POST /scheduled_messages': (world) => ({ fields: scheduled(world) }),
  'PATCH /scheduled_messages/:scheduled_message_id': async (world) => ({
    fields: {
      ...scheduled(world),
      scheduled_message_id: await idOf(
        world.cast.ada.post('/scheduled_messages', scheduled(world)),
        'scheduled_message_id',
      ),
    },
  }),
  'DELETE /scheduled_messages/:scheduled_message_id': async (world) => ({
    fields: {
      scheduled_message_id: await idOf(
        world.cast.ada.post('/scheduled_messages', scheduled(world)),
        'scheduled_message_id',
      ),
    },
  }),
  'POST /reminders': async (world) => ({ fields: { message_id: await sent(world, CONTENT), note: 'x'.repeat(1000) } }),
  'DELETE /reminders/:reminder_id': async (world) => ({
    fields: {
      reminder_id: await idOf(
        world.cast.ada.post('/reminders', { message_id: await sent(world), ...later }),
        'reminder_id',
      ),
    },
  }),
  'POST /saved_snippets': () => ({ fields: { title: 'x'.repeat(60), content: CONTENT } }),
  'PATCH /saved_snippets/:saved_snippet_id': async ({ cast }) => ({
    fields: {
      saved_snippet_id: await idOf(cast.ada.post('/saved_snippets', { title: 'a', content: 'b' }), 'saved_snippet_id'),
      title: 'x'.repeat(60),
      content: CONTENT,
    },
  }),
  'DELETE /saved_snippets/:saved_snippet_id': async ({ cast }) => ({
    fields: {
      saved_snippet_id: await idOf(cast.ada.post('/saved_snippets', { title: 'a', content: 'b' }), 'saved_snippet_id'),
    },
  }),
  'POST /navigation_views': () => ({
    fields: { fragment: `narrow/${'x'.repeat(990)}`, is_pinned: true, name: 'x'.repeat(100) },
  }),
  'PATCH /navigation_views/:fragment+': async ({ cast }) => {
    const fragment = `narrow/${'y'.repeat(990)}`
    succeeded(await cast.ada.post('/navigation_views', { fragment, is_pinned: true, name: 'one' }))
    return { fields: { fragment, is_pinned: false, name: 'y'.repeat(100) } }
  },
  'DELETE /navigation_views/:fragment+': async ({ cast }) => {
    const fragment = `narrow/${'z'.repeat(990)}`
    succeeded(await cast.ada.post('/navigation_views', { fragment, is_pinned: true, name: 'two' }))
    return { fields: { fragment } }
  },

  'POST /users/:user_id/status': ({ cast }) => ({
    fields: {
      user_id: cast.dov.id,
      status_text: 'x'.repeat(60),
      emoji_name: 'tada',
      emoji_code: '1f389',
      reaction_type: 'unicode_emoji',
    },
  }),
  'POST /users/me/status': () => ({
    fields: {
      status_text: 'x'.repeat(60),
      emoji_name: 'tada',
      emoji_code: '1f389',
      reaction_type: 'unicode_emoji',
      away: undefined,
    },
  }),
  'POST /users/me/presence': ({ crowd }, maximumOf) => ({
    fields: {
      status: 'active',
      last_update_id: -1,
      history_limit_days: 365,
      ping_only: false,
      parley_user_ids: crowd.slice(0, maximumOf('parley_user_ids')),
    },
  }),
  'POST /users/me/alert_words': (_, maximumOf) => ({
    fields: { alert_words: alertWords(maximumOf('alert_words')) },
  }),
  'DELETE /users/me/alert_words': async (world, maximumOf) => {
    const alert_words = alertWords(maximumOf('alert_words'))
    const sender = await newPerson(world)
    succeeded(await sender.post('/users/me/alert_words', { alert_words }))
    return { sender, fields: { alert_words } }
  },
}
