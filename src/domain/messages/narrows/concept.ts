import { concept } from '../../../concept'

export const narrows = concept({
  name: 'messages/narrows',
})
