import { concept } from '../../../concept'
import { completeProviderLogin, forwardProviderForm, startProviderLogin, startProviderSignUp } from './endpoints'
import tables from './tables.sql'

export const providerLogin = concept({
  name: 'accounts/provider-login',
  title: 'Signing in',
  tables: [tables],
  endpoints: [startProviderLogin, startProviderSignUp, completeProviderLogin, forwardProviderForm],
})
