import { concept } from '../../../concept'
import tables from './tables.sql'
import { getUsers, getUser, getUserByEmail } from './endpoints'
import {
  everyone,
  whoKnows,
  people,
  roleAtLeast,
  whoseSightChanges,
  whoSeesAddress,
  userAdded,
  userRemoved,
  userUpdated,
} from './events'
import { usersInD1 } from './profile-in-d1'
import { usersSlice } from './state'

export const users = concept({
  name: 'people/users',
  title: 'Users',
  tables: [tables],
  d1Tables: [usersInD1],
  endpoints: [getUsers, getUser, getUserByEmail],
  audiences: [everyone, whoKnows, people, roleAtLeast, whoseSightChanges, whoSeesAddress],
  events: [userAdded, userRemoved, userUpdated],
  state: [usersSlice],
})
