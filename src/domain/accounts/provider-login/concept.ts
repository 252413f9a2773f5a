import { concept } from '../../../concept'
import { completeProviderLogin, forwardProviderForm, startProviderLogin, startProviderSignUp } from './endpoints'
import { changeProviderGroups, getProviderGroups } from './group-endpoints'
import { connectIdentity, getIdentities, removeIdentity } from './identity-endpoints'
import { endSessionsAtProvider } from './logout-endpoint'
import connections from './connections.sql'
import tables from './tables.sql'

export const providerLogin = concept({
  name: 'accounts/provider-login',
  title: 'Signing in',
  tables: [tables, connections],
  endpoints: [
    startProviderLogin,
    startProviderSignUp,
    completeProviderLogin,
    forwardProviderForm,
    endSessionsAtProvider,
    getIdentities,
    connectIdentity,
    removeIdentity,
    getProviderGroups,
    changeProviderGroups,
  ],
})
