import { concept } from '../../../concept'
import tables from './tables.sql'
import { realmDeactivated, realmUpdated, realmUpdatedTogether, serverRestarted } from './events'

export const realmSettings = concept({
  name: 'realm/settings',
  title: 'Organization settings',
  tables: [tables],
  events: [realmDeactivated, realmUpdated, realmUpdatedTogether, serverRestarted],
})
