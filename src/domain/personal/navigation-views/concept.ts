import { concept } from '../../../concept'
import tables from './tables.sql'
import { getNavigationViews, addNavigationView, editNavigationView, removeNavigationView } from './endpoints'
import { navigationViewAdded, navigationViewUpdated, navigationViewRemoved, navigationViewsState } from './events'

export const navigationViews = concept({
  name: 'personal/navigation-views',
  title: 'Navigation views',
  tables: [tables],
  endpoints: [getNavigationViews, addNavigationView, editNavigationView, removeNavigationView],
  events: [navigationViewAdded, navigationViewUpdated, navigationViewRemoved],
  state: [navigationViewsState],
})
