import { concept } from '../../../concept'
import { getOwnUser, updateUser, updateUserByEmail } from './endpoints'
import { endAllManagedSessions, endManagedSession, getManagedSessions } from './session-endpoints'
import { getRights, changeRightsOfUser, changeRightsForDeployment } from './special-rights-endpoints'

export const accounts = concept({
  name: 'accounts/users',
  title: 'Users',
  endpoints: [
    getOwnUser,
    updateUser,
    updateUserByEmail,
    getManagedSessions,
    endManagedSession,
    endAllManagedSessions,
    getRights,
    changeRightsOfUser,
    changeRightsForDeployment,
  ],
})
