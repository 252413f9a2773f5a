import { concept } from '../../../concept'
import { showThumbnails } from './due-work'

export const previews = concept({
  name: 'writing/previews',
  dueWork: [showThumbnails],
})
