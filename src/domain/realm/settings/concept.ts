import { concept } from '../../../concept'
import gifRatings from './gif-ratings.sql'
import tables from './tables.sql'
import uuid from './uuid.sql'
import { realmDeactivated, realmUpdated, realmUpdatedTogether, serverRestarted } from './events'

export const realmSettings = concept({
  name: 'realm/settings',
  title: 'Organization settings',
  tables: [tables, uuid, gifRatings],
  events: [realmDeactivated, realmUpdated, realmUpdatedTogether, serverRestarted],
})
