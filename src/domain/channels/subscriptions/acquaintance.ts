import { acquaintance } from '../../../realm'
import { everyoneInChannelsOf, shareChannel } from './storage'

/** Those who are in a channel together know of each other. */
export const byChannels = acquaintance({
  acquaints: 'channels',
  of: everyoneInChannelsOf,
  between: shareChannel,
})
