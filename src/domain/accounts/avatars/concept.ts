import { concept } from '../../../concept'
import {
  uploadAvatar,
  finishChangingAvatar,
  deleteAvatar,
  getAvatar,
  getMediumAvatar,
  getAvatarByEmail,
  getMediumAvatarByEmail,
} from './endpoints'

export const avatars = concept({
  name: 'accounts/avatars',
  title: 'Avatars',
  endpoints: [
    uploadAvatar,
    finishChangingAvatar,
    deleteAvatar,
    getAvatar,
    getMediumAvatar,
    getAvatarByEmail,
    getMediumAvatarByEmail,
  ],
})
