import { concept } from '../../../concept'

export const newChannels = concept({
  name: 'management/new-channels',
})
