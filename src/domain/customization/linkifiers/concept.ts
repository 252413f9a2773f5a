import { concept } from '../../../concept'
import tables from './tables.sql'
import { getLinkifiers, reorderLinkifiers, createLinkifier, updateLinkifier, deleteLinkifier } from './endpoints'
import { linkifiersChanged, linkifiersSlice, filtersSlice } from './events'

export const linkifiers = concept({
  name: 'customization/linkifiers',
  title: 'Linkifiers',
  tables: [tables],
  endpoints: [getLinkifiers, reorderLinkifiers, createLinkifier, updateLinkifier, deleteLinkifier],
  events: [linkifiersChanged],
  state: [linkifiersSlice, filtersSlice],
})
