import { isWaiting } from './onboarding'
import type { OwnState } from '../wire/own-state'
import type { TaskName } from '../words/en-tasks'

/** A task of a new owner, and the section of the settings in which it is done. */
export type Task = { name: TaskName; section: string; isDone: boolean }

const SECTIONS: [TaskName, string][] = [
  ['profile', 'organization/profile'],
  ['channels', 'organization/default-channels'],
  ['invitations', 'organization/invitations'],
  ['integrations', 'bots'],
  ['notifications', 'notifications'],
]

/** Returns the tasks of an owner. One is done if the owner says so, or if the organization shows it. */
export const firstTasks = (state: OwnState): Task[] =>
  SECTIONS.map(([name, section]) => ({
    name,
    section,
    isDone: !isWaiting(state, `parley_task_${name}`) || isEvident(state, name),
  }))

function isEvident(state: OwnState, name: TaskName): boolean {
  if (name === 'profile') return state.realm_icon_source === 'U'
  if (name === 'invitations') return [...state.realm_users].filter(({ is_bot }) => !is_bot).length > 1
  return name === 'integrations' && [...state.realm_users].some(({ is_bot }) => is_bot)
}
