import { concept } from '../../../concept'
import tables from './tables.sql'
import { writeSeenPresences } from './due-work'
import { updatePresence, getUserPresence, getRealmPresence } from './endpoints'
import { cameOnline, presenceSlice, presencePeriodsSlice } from './events'
import { presenceIntroduction } from './introduction'

export const presence = concept({
  name: 'people/presence',
  title: 'Presence',
  tables: [tables],
  endpoints: [updatePresence, getUserPresence, getRealmPresence],
  events: [cameOnline],
  state: [presenceSlice, presencePeriodsSlice],
  dueWork: [writeSeenPresences],
  initialUserData: [presenceIntroduction],
})
