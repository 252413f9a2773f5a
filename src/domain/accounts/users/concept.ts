import { concept } from '../../../concept'
import { getOwnUser, updateUser, updateUserByEmail } from './endpoints'
import { getRights, changeRightsOfUser, changeRightsForDeployment } from './rights-endpoints'

export const accounts = concept({
  name: 'accounts/users',
  title: 'Users',
  endpoints: [getOwnUser, updateUser, updateUserByEmail, getRights, changeRightsOfUser, changeRightsForDeployment],
})
