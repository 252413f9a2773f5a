import { concept } from '../../../concept'
import { createUser, finishCreatingUser, devCreateUser } from './account-endpoints'
import { openInvitation, acceptInvitation, finishSigningUp, openRegistration, register, testWelcome } from './endpoints'

export const signUp = concept({
  name: 'accounts/sign-up',
  title: 'Signing up',
  endpoints: [
    createUser,
    finishCreatingUser,
    devCreateUser,
    openInvitation,
    acceptInvitation,
    finishSigningUp,
    openRegistration,
    register,
    testWelcome,
  ],
})
