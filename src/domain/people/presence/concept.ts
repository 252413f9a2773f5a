import { concept } from '../../../concept'
import tables from './tables.sql'
import { decideAboutPresences, writeChangedPresences } from './due-work'
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
  dueWork: [writeChangedPresences, decideAboutPresences],
  initialUserData: [initialPresence],
})
