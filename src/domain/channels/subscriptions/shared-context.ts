import { sharedContext } from '../../../realm'
import { haveSharedChannel, usersSharingChannelsWith } from './shared-channels-storage'

/** Users who are subscribed to the same channel can see each other. */
export const sharedChannels = sharedContext({
  name: 'channels',
  findUsers: usersSharingChannelsWith,
  isShared: ({ sql }, user_id, other_id) => haveSharedChannel(sql, user_id, other_id),
})
