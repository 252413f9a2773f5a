import { concept } from '../../../concept'
import { getPlaceholder, getThumbnail } from './endpoints'

export const thumbnails = concept({
  name: 'files/thumbnails',
  title: 'Thumbnails',
  endpoints: [getThumbnail, getPlaceholder],
})
