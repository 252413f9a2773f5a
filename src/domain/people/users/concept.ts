import { concept } from '../../../concept'
import guestLink from './guest-link.sql'
import profileValues from './profile-values.sql'
import standing from './standing.sql'
import tables from './tables.sql'
import { getUsers, getUser, getUserByEmail } from './endpoints'
import {
  everyone,
  usersWhoCanSee,
  onlyUsers,
  roleAtLeast,
  usersWithChangedEmailAccess,
  usersWhoCanSeeEmail,
  userAdded,
  userRemoved,
  userUpdated,
} from './events'
import { usersInD1 } from './d1-profiles'
import { usersState } from './state'

export const users = concept({
  name: 'people/users',
  title: 'Users',
  tables: [tables, profileValues, standing, guestLink],
  d1Tables: [usersInD1],
  endpoints: [getUsers, getUser, getUserByEmail],
  audiences: [everyone, usersWhoCanSee, onlyUsers, roleAtLeast, usersWithChangedEmailAccess, usersWhoCanSeeEmail],
  events: [userAdded, userRemoved, userUpdated],
  state: [usersState],
})
