import { succeeded, type FieldValue, type Json, type Person } from './person'

/** Creates a user group with these members, and returns its id. */
export async function newGroup(
  creator: Person,
  name: string,
  people: readonly Person[] = [],
  more: Record<string, FieldValue> = {},
): Promise<number> {
  const members = people.map((person) => person.id)
  return succeeded(await creator.post('/user_groups/create', { name, description: '', members, ...more })).group_id
}

/** Returns the groups that users created, as the server lists them for this user. */
export const listGroups = async (person: Person): Promise<Json[]> =>
  succeeded(await person.get('/user_groups', { include_deactivated_groups: true })).user_groups.filter(
    (group: Json) => !group.is_system_group,
  )

/** The value of a permission that only these users have. */
export const groupOfUsers = (...people: readonly { id: number }[]) => ({
  direct_members: people.map(({ id }) => id),
  direct_subgroups: [],
})
