import { concept } from '../../../concept'
import { deactivate, reactivate, checkSubdomain } from './deactivation-endpoints'
import { endQueuesOfDeactivated } from './deactivation'
import { createRealm, getServerSettings } from './endpoints'
import { checkCompatibility, checkHealth } from './server-endpoints'

export const realms = concept({
  name: 'organization/realms',
  title: 'Realms and the server',
  endpoints: [deactivate, reactivate, checkSubdomain, createRealm, getServerSettings, checkCompatibility, checkHealth],
  dueWork: [endQueuesOfDeactivated],
})
