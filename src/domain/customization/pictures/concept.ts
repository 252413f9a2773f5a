import { concept } from '../../../concept'
import { getPicture } from './endpoints'

export const pictures = concept({
  name: 'customization/pictures',
  title: 'Avatars',
  endpoints: [getPicture],
})
