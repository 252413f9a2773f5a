import { concept } from '../../../concept'
import { readersInChannel } from './readers'

export const access = concept({
  name: 'messages/access',
  audiences: [readersInChannel],
})
