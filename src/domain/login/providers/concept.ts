import { concept } from '../../../concept'
import { providersChanged, providersState } from './events'
import groups from './groups.sql'
import tables from './tables.sql'

export const providers = concept({
  name: 'login/providers',
  title: 'Identity providers',
  tables: [tables, groups],
  events: [providersChanged],
  state: [providersState],
})
