import { concept } from '../../../concept'
import { getPlaceholder, getThumbnail, getThumbnailStatus } from './endpoints'

export const thumbnails = concept({
  name: 'files/thumbnails',
  title: 'Thumbnails',
  endpoints: [getThumbnail, getThumbnailStatus, getPlaceholder],
})
