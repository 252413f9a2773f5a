import { concept } from '../../../concept'
import tables from './tables.sql'
import { getLinkifiers, changeLinkifierOrder, createLinkifier, updateLinkifier, deleteLinkifier } from './endpoints'
import { linkifiersChanged, linkifiersState, filtersState } from './events'

export const linkifiers = concept({
  name: 'customization/linkifiers',
  title: 'Linkifiers',
  tables: [tables],
  endpoints: [getLinkifiers, changeLinkifierOrder, createLinkifier, updateLinkifier, deleteLinkifier],
  events: [linkifiersChanged],
  state: [linkifiersState, filtersState],
})
