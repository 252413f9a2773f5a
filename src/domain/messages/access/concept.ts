import { concept } from '../../../concept'
import { channelReaders, readersInChannel } from './readers'

export const access = concept({
  name: 'messages/access',
  audiences: [readersInChannel, channelReaders],
})
