import * as v from 'valibot'
import { naturalNumber, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidChannelId } from '../../channels/channels/rules'
import { requireReadableChannel } from '../../channels/subscriptions/access'
import { anyUser } from '../../people/users/callers'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { channelFileShape, filesOfChannel } from './channel-files'

export const getChannelFiles = endpoint.decision({
  route: 'GET /parley/streams/:stream_id/files',
  summary:
    'Get the files in messages of a channel, or of one of its topics, that you can read. The newest messages come first.',
  note: 'A page has the files of at most 50 messages, and may be empty. If `next_before` is no `null`, get the next page with it as `before`.',
  caller: anyUser,
  params: { stream_id: naturalNumber(), topic: optional(shortText()), before: optional(naturalNumber()) },
  returns: { files: v.array(channelFileShape), next_before: v.nullable(v.number()) },
  errors: [invalidChannelId],
  decide: (realm, actor, { stream_id, topic, before = NEWEST_ANCHOR }) => {
    const channel = requireReadableChannel(realm, actor, stream_id)
    const { files, next } = filesOfChannel(realm, actor, channel, { topic, before })
    return { files, next_before: next ?? null }
  },
})
