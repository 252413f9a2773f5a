import { concept } from '../../../concept'
import { createUser, devCreateUser } from './create-user-endpoints'
import { openInvitation, acceptInvitation, openRegistration, register, testWelcome } from './endpoints'

export const signUp = concept({
  name: 'accounts/sign-up',
  title: 'Signing up',
  endpoints: [createUser, devCreateUser, openInvitation, acceptInvitation, openRegistration, register, testWelcome],
})
