import { concept } from '../../../concept'
import { changeProvider, createProvider, deleteProvider, getProviders, testProvider } from './endpoints'

export const providerChanges = concept({
  name: 'login/provider-changes',
  title: 'Identity providers',
  endpoints: [getProviders, createProvider, changeProvider, deleteProvider, testProvider],
})
