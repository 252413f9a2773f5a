import { concept } from '../../../concept'
import { providersChanged, providersState } from './events'
import tables from './tables.sql'

export const providers = concept({
  name: 'login/providers',
  title: 'Identity providers',
  tables: [tables],
  events: [providersChanged],
  state: [providersState],
})
