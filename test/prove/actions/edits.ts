import type { RequestGenerators } from '../request-generator'

const MESSAGES = [1, 2, 3, 4, 5, 6, 7, 8]
const MODES = ['change_one', 'change_later', 'change_all']

export const edits: RequestGenerators = {
  'PATCH /messages/:message_id': [
    ({ pick, world }) => ({
      message_id: pick(MESSAGES),
      content: pick(['Something else', `@**${pick(world.people).account.full_name}**`, '@**all**', '']),
    }),
    ({ pick }) => ({
      message_id: pick(MESSAGES),
      topic: pick(['lunch', 'dinner', 'Lunch', 'supper']),
      propagate_mode: pick(MODES),
      send_notification_to_new_thread: pick([false, true]),
    }),
    ({ pick }) => ({ message_id: pick(MESSAGES), stream_id: pick([1, 2, 4]), propagate_mode: pick(MODES) }),
  ],
  'DELETE /messages/:message_id': [({ pick }) => ({ message_id: pick(MESSAGES) })],
  'POST /streams/:stream_id/delete_topic': [
    ({ pick }) => ({ stream_id: pick([1, 2, 4]), topic_name: pick(['lunch', 'dinner']) }),
  ],
  'POST /messages/:message_id/reactions': [
    ({ pick }) => ({ message_id: pick(MESSAGES), emoji_name: pick(['tada', 'car']) }),
  ],
  'DELETE /messages/:message_id/reactions': [
    ({ pick }) => ({ message_id: pick(MESSAGES), emoji_name: pick(['tada', 'car']) }),
  ],
  'POST /parley/messages/:message_id/pin': [({ pick }) => ({ message_id: pick(MESSAGES) })],
  'POST /parley/streams/:stream_id/bookmarks': [
    ({ pick }) => ({
      stream_id: pick([1, 2, 4]),
      topic: pick(['lunch', 'dinner', undefined]),
      title: 'Plan',
      url: 'https://example.com/plan',
    }),
  ],
  'DELETE /parley/pins/:pin_id': [({ pick }) => ({ pin_id: pick([1, 2, 3]) })],
  'POST /messages/:message_id/typing': [({ pick }) => ({ message_id: pick(MESSAGES), op: pick(['start', 'stop']) })],
}
