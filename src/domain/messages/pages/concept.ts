import { concept } from '../../../concept'

export const pages = concept({
  name: 'messages/pages',
})
