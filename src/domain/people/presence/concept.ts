import { concept } from '../../../concept'
import tables from './tables.sql'
import { writeChangedPresences } from './due-work'
import { updatePresence, getUserPresence, getRealmPresence } from './endpoints'
import { userCameOnline, presenceState, presencePeriodsState } from './events'
import { initialPresence } from './initial-user-data'

export const presence = concept({
  name: 'people/presence',
  title: 'Presence',
  tables: [tables],
  endpoints: [updatePresence, getUserPresence, getRealmPresence],
  events: [userCameOnline],
  state: [presenceState, presencePeriodsState],
  dueWork: [writeChangedPresences],
  initialUserData: [initialPresence],
})
