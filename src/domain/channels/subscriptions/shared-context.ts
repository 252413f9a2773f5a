import { sharedContext } from '../../../realm'
import { haveSharedChannel, usersSharingChannelsWith } from './storage'

/** Users who are subscribed to the same channel can see each other. */
export const sharedChannels = sharedContext({
  name: 'channels',
  findUsers: ({ sql }, user_id) => usersSharingChannelsWith(sql, user_id),
  isShared: ({ sql }, user_id, other_id) => haveSharedChannel(sql, user_id, other_id),
})
