import { acquaintance } from '../../../realm'
import { usersSharingChannelsWith, haveSharedChannel } from './storage'

/** Those who are in a channel together know of each other. */
export const sharedChannels = acquaintance({
  acquaints: 'channels',
  of: usersSharingChannelsWith,
  between: haveSharedChannel,
})
