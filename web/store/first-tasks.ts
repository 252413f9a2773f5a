import type { OwnState } from '../wire/own-state'
import type { TaskName } from '../words/en-tasks'

/** A task of a new owner, and the section of the settings in which it is done. */
export type Task = { name: TaskName; section: string; isDone: boolean }

/** Returns the tasks of an owner, each done when it is true. `isAsked`: the user has decided what this browser may notify. */
export const firstTasks = (state: OwnState, isAsked: boolean): Task[] => [
  { name: 'profile', section: 'organization/profile', isDone: state.realm_icon_source === 'U' },
  {
    name: 'channels',
    section: 'organization/default-channels',
    isDone: [...state.streams].some(({ is_archived, invite_only }) => !is_archived && !invite_only),
  },
  {
    name: 'people',
    section: 'organization/invitations',
    isDone: [...state.realm_users].filter(({ is_bot }) => !is_bot).length > 1,
  },
  { name: 'notifications', section: 'notifications', isDone: isAsked },
]
