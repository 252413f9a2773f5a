import { concept } from '../../../concept'
import { deactivate, reactivate, checkSubdomain } from './deactivation-endpoints'
import { removeQueuesOfDeactivatedRealm } from './due-work'
import { eraseAnyRealm, eraseOwnRealm } from './erasure-endpoints'
import { eraseRealm } from './erasure'
import tables from './tables.sql'
import { postRealm, getServerSettings } from './endpoints'
import { encryptSecrets } from './secrets-endpoints'
import { checkCompatibility, checkHealth } from './server-endpoints'

export const realms = concept({
  name: 'organization/realms',
  title: 'Realms and the server',
  tables: [tables],
  endpoints: [
    deactivate,
    reactivate,
    eraseOwnRealm,
    eraseAnyRealm,
    encryptSecrets,
    checkSubdomain,
    postRealm,
    getServerSettings,
    checkCompatibility,
    checkHealth,
  ],
  dueWork: [removeQueuesOfDeactivatedRealm, eraseRealm],
})
