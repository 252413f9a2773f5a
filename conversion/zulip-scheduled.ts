import { isTime } from './times.ts'
import type { Readers } from './zulip-context.ts'
import { bit } from './zulip-organization.ts'
import { placeOf, withMentions } from './zulip-messages.ts'

const SEND_LATER = 1

/**
 * Messages that the other server would send later. Those whose time has come since the export are not sent: their senders see
 * them as failed.
 */
export const SCHEDULED: Readers = {
  zerver_scheduledmessage: (zulip, row) => {
    const { copy, clients } = zulip
    const sender = copy.users.get(row.sender)
    if (sender === undefined || row.delivered === true || (row.delivery_type ?? SEND_LATER) !== SEND_LATER) return
    const { channel, topic, people } = placeOf(zulip, row, sender)
    const others = [...new Set(people)].filter((user_id) => user_id !== sender.user_id)
    if (!isTime(row.scheduled_timestamp)) throw new Error('it has no time')
    const at = Math.floor(row.scheduled_timestamp)
    copy.write('scheduled_messages', [
      {
        scheduled_message_id: row.id,
        sender_id: sender.user_id,
        stream_id: people ? null : copy.channels.get(channel)?.stream_id,
        people: people ? JSON.stringify(others.length > 0 ? others : [sender.user_id]) : null,
        topic: people ? null : topic,
        content: withMentions(copy, row.content),
        client: clients.get(row.sending_client ?? 0) ?? 'Zulip',
        read_by_sender: bit(row.read_by_sender),
        scheduled_delivery_timestamp: at,
        failed: row.failed === true || at <= Date.now() / 1000 ? 1 : 0,
        sent_at: null,
      },
    ])
    copy.report.count('scheduled messages')
  },
}
