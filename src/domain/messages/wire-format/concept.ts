import { concept } from '../../../concept'

export const wireFormat = concept({
  name: 'messages/wire-format',
})
