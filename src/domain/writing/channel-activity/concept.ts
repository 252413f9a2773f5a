import { concept } from '../../../concept'
import { measureChannelActivity } from './due-work'

export const channelActivity = concept({
  name: 'writing/channel-activity',
  dueWork: [measureChannelActivity],
})
