import { concept } from '../../../concept'
import { lookAtChannels } from './due-work'

export const channelActivity = concept({
  name: 'writing/channel-activity',
  dueWork: [lookAtChannels],
})
