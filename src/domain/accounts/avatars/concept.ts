import { concept } from '../../../concept'
import {
  uploadAvatar,
  deleteAvatar,
  getAvatar,
  getMediumAvatar,
  getAvatarByEmail,
  getMediumAvatarByEmail,
} from './endpoints'

export const avatars = concept({
  name: 'accounts/avatars',
  title: 'Avatars',
  endpoints: [uploadAvatar, deleteAvatar, getAvatar, getMediumAvatar, getAvatarByEmail, getMediumAvatarByEmail],
})
